/**
 * Writes the OpenAPI document of the dashboard API, and the types that its pages use, in every build. The document is made
 * from openapi.yaml, dashboard-openapi.yaml and the table of roles. Like the client, both are rewritten only if one of
 * their inputs differs.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { typesOf } from './openapi-types.js'

const HTTP = new URL('../packages/http/', import.meta.url)
const DERIVE = new URL('src/dashboard/openapi/derive.ts', HTTP)
const EMBEDDED = new URL('embedded/', HTTP)
const PLAIN = new URL('dashboard-openapi.json', EMBEDDED)
const MODULE = new URL('dashboard-openapi.js', EMBEDDED)
const DECLARATION = new URL('dashboard-openapi.d.ts', EMBEDDED)
const TYPES = new URL('../apps/dashboard/src/api/schema.ts', import.meta.url)

const INPUTS = [
  new URL('openapi.yaml', HTTP),
  new URL('dashboard-openapi.yaml', HTTP),
  DERIVE,
  new URL('src/dashboard/openapi/prune.ts', HTTP),
  new URL('src/dashboard/access.ts', HTTP),
  new URL('src/dashboard/mounted-routes.ts', HTTP),
  new URL(import.meta.url),
  new URL('openapi-types.js', import.meta.url),
  new URL('../package.json', import.meta.url),
]

const hash = INPUTS.reduce((sum, input) => sum.update(readFileSync(input)), createHash('sha256'))
const lastLine = `// ${hash.digest('hex')}\n`
const outputs = [MODULE, TYPES]
if (outputs.some((output) => !existsSync(output) || !readFileSync(output, 'utf8').endsWith(lastLine))) {
  const document = await derived()
  const json = JSON.stringify(document)
  for (const output of [...outputs, DECLARATION]) mkdirSync(new URL('.', output), { recursive: true })
  writeFileSync(PLAIN, json)
  writeFileSync(DECLARATION, 'export declare const DASHBOARD_OPENAPI_JSON: string\n')
  writeFileSync(
    TYPES,
    `// Written by the build from packages/http/dashboard-openapi.yaml and openapi.yaml: change those.\n\n${await typesOf(document)}${lastLine}`,
  )
  writeFileSync(MODULE, `export const DASHBOARD_OPENAPI_JSON = ${JSON.stringify(json)}\n${lastLine}`)
}

/** The derivation is a part of the package, so it is compiled here, before the package is. */
async function derived() {
  const [{ build }, { parse }] = await Promise.all([import('esbuild'), import('yaml')])
  const folder = mkdtempSync(join(tmpdir(), 'carillon-'))
  try {
    const outfile = join(folder, 'derive.mjs')
    await build({ entryPoints: [fileURLToPath(DERIVE)], bundle: true, outfile, format: 'esm', platform: 'node' })
    const { dashboardDocument } = await import(pathToFileURL(outfile).href)
    const read = (name) => parse(readFileSync(new URL(name, HTTP), 'utf8'), { merge: true })
    return dashboardDocument(read('openapi.yaml'), read('dashboard-openapi.yaml'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
