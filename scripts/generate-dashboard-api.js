/**
 * Writes the OpenAPI document of the dashboard API, the types that its pages use, and the list of the operations that
 * clients have too, in every build. The document is made from openapi.yaml, dashboard-openapi.yaml and the table of roles.
 * Like the client, all are rewritten only if one of their inputs differs.
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
const PUBLIC_OPERATIONS = new URL('../apps/dashboard/src/api/public-operations.ts', import.meta.url)
const PUBLIC_PREFIX = '/api/v1'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

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
const outputs = [MODULE, TYPES, PUBLIC_OPERATIONS]
if (outputs.some((output) => !existsSync(output) || !readFileSync(output, 'utf8').endsWith(lastLine))) {
  const { document, publicOperations } = await derived()
  const json = JSON.stringify(document)
  for (const output of [...outputs, DECLARATION]) mkdirSync(new URL('.', output), { recursive: true })
  writeFileSync(PLAIN, json)
  writeFileSync(DECLARATION, 'export declare const DASHBOARD_OPENAPI_JSON: string\n')
  writeFileSync(
    TYPES,
    `// Written by the build from packages/http/dashboard-openapi.yaml and openapi.yaml: change those.\n\n${await typesOf(document)}${lastLine}`,
  )
  writeFileSync(
    PUBLIC_OPERATIONS,
    `// Written by the build from packages/http/openapi.yaml: change that.\n\n/** The operations below ${PUBLIC_PREFIX}. */\nexport const PUBLIC_OPERATIONS: readonly string[] = ${JSON.stringify(publicOperations)}\n${lastLine}`,
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
    const service = read('openapi.yaml')
    const document = dashboardDocument(service, read('dashboard-openapi.yaml'))
    return { document, publicOperations: publicOperationsOf(service) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** For example `GET /groups/{groupId}`: what a key of an account may call. */
function publicOperationsOf({ paths }) {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(`${PUBLIC_PREFIX}/`))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map(
        (method) => `${method.toUpperCase()} ${path.slice(PUBLIC_PREFIX.length)}`,
      ),
    )
}
