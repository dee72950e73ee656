/**
 * Writes the types of `@carillon/client` from the OpenAPI document, in every build. The last line of the file is a hash of
 * its inputs: the document, the scripts, and the version of the generator. It is rewritten only if the hash differs.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { typesOf } from './openapi-types.js'

const SOURCE = readFileSync(new URL('../packages/http/openapi.yaml', import.meta.url), 'utf8')
const TARGET = new URL('../packages/client/src/openapi.ts', import.meta.url)
const HEADER = '// Written by the build from packages/http/openapi.yaml: change that, not this file.\n\n'

const inputs = [
  SOURCE,
  readFileSync(new URL(import.meta.url)),
  readFileSync(new URL('openapi-types.js', import.meta.url)),
  readFileSync(new URL('../package.json', import.meta.url)),
]
const hash = inputs.reduce((sum, input) => sum.update(input), createHash('sha256'))
const lastLine = `// ${hash.digest('hex')}\n`
if (!existsSync(TARGET) || !readFileSync(TARGET, 'utf8').endsWith(lastLine)) {
  const { parse } = await import('yaml')
  writeFileSync(TARGET, HEADER + (await typesOf(parse(SOURCE, { merge: true }))) + lastLine)
}
