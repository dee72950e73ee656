/**
 * Puts what the routers serve as it is into modules, below `embedded` of their packages: a bundler takes modules along,
 * and leaves files behind. It comes first in every build.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { parse } from 'yaml'

const PACKAGES = new URL('../packages/', import.meta.url)
const OPENAPI_YAML = readFileSync(new URL('http/openapi.yaml', PACKAGES), 'utf8')

/** Read as JSON in a moment, where YAML takes longer than a request should wait. */
const OPENAPI = { OPENAPI_YAML, OPENAPI_JSON: JSON.stringify(parse(OPENAPI_YAML)) }

embed('http', 'openapi', OPENAPI)
for (const name of ['http', 'fake-sms']) embed(name, 'page-files', { PAGE_FILES: pageFilesOf(name) })

function pageFilesOf(name) {
  const folder = new URL(`${name}/page/`, PACKAGES)
  const served = readdirSync(folder).filter((file) => ['.css', '.html', '.js', '.svg'].includes(extname(file)))
  return Object.fromEntries(served.map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]))
}

function embed(name, module, values) {
  const folder = new URL(`${name}/embedded/`, PACKAGES)
  mkdirSync(folder, { recursive: true })
  const lines = Object.entries(values)
  const code = lines.map(([key, value]) => `export const ${key} = ${JSON.stringify(value, null, 1)}\n`)
  const types = lines.map(([key, value]) => `export declare const ${key}: ${typeOf(value)}\n`)
  writeChanged(new URL(`${module}.js`, folder), code.join(''))
  writeChanged(new URL(`${module}.d.ts`, folder), types.join(''))
}

function typeOf(value) {
  if (typeof value === 'string') return 'string'
  const names = Object.keys(value).map((key) => JSON.stringify(key))
  return `Readonly<Record<${names.join(' | ')}, string>>`
}

/** What stands there already stays untouched: somebody may be reading it. */
function writeChanged(file, text) {
  let standing = null
  try {
    standing = readFileSync(file, 'utf8')
  } catch {
    // The first time there is none.
  }
  if (standing !== text) writeFileSync(file, text)
}
