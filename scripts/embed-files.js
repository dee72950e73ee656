/**
 * Writes the static files of the routers as modules into the folder `embedded` of their packages, because a bundler
 * includes modules, but no other files. Every build begins with this script.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { parse } from 'yaml'

const PACKAGES = new URL('../packages/', import.meta.url)
const THEME = readFileSync(new URL('../apps/dashboard/src/theme/theme.css', import.meta.url), 'utf8')

/** The style sheets that begin with the shared colours, radii and fonts. The proof is printed, and has its own. */
const THEMED = ['docs.css', 'form.css', 'base.css']

const OPENAPI_YAML = readFileSync(new URL('http/openapi.yaml', PACKAGES), 'utf8')

/** Embeds the document as JSON too, because parsing the YAML would take too long for a request. */
const OPENAPI = { OPENAPI_YAML, OPENAPI_JSON: JSON.stringify(parse(OPENAPI_YAML)) }

embed('http', 'openapi', OPENAPI)
for (const name of ['http', 'fake-sms']) embed(name, 'page-files', { PAGE_FILES: pageFilesOf(name) })

function pageFilesOf(name) {
  const folder = new URL(`${name}/page/`, PACKAGES)
  const served = readdirSync(folder).filter((file) => ['.css', '.html', '.js', '.svg'].includes(extname(file)))
  const textOf = (file) => readFileSync(new URL(file, folder), 'utf8')
  return Object.fromEntries(
    served.map((file) => [file, THEMED.includes(file) ? `${THEME}\n${textOf(file)}` : textOf(file)]),
  )
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

/** Does not write an unchanged file, because another process may be reading it. */
function writeChanged(file, text) {
  let standing = null
  try {
    standing = readFileSync(file, 'utf8')
  } catch {
    // The file does not exist before the first build.
  }
  if (standing !== text) writeFileSync(file, text)
}
