/**
 * Writes the types of `@carillon/client` from the OpenAPI document, in every build. The last line of the file is a hash of
 * its inputs: the document, this script, and the version of the generator. It is rewritten only if the hash differs.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const SOURCE = readFileSync(new URL('../packages/http/openapi.yaml', import.meta.url), 'utf8')
const TARGET = new URL('../packages/client/src/openapi.ts', import.meta.url)
const HEADER = '// Written by the build from packages/http/openapi.yaml: change that, not this file.\n\n'

/** A longer example would fill the screen when an editor shows it in a tooltip. */
const EXAMPLE_LENGTH_MAX = 2_000

const inputs = [
  SOURCE,
  readFileSync(new URL(import.meta.url)),
  readFileSync(new URL('../package.json', import.meta.url)),
]
const hash = inputs.reduce((sum, input) => sum.update(input), createHash('sha256'))
const lastLine = `// ${hash.digest('hex')}\n`
if (!existsSync(TARGET) || !readFileSync(TARGET, 'utf8').endsWith(lastLine)) {
  writeFileSync(TARGET, HEADER + (await typesOf(SOURCE)) + lastLine)
}

async function typesOf(yaml) {
  // Imported only when needed: loading the two takes longer than the rest of a build that changes nothing.
  const [{ default: openapiTS, astToString }, { parse }] = await Promise.all([
    import('openapi-typescript'),
    import('yaml'),
  ])
  /** Properties with a default stay optional, because the service fills them in. All types are read-only. */
  const options = { defaultNonNullable: false, immutable: true }
  return astToString(await openapiTS(translatable(parse(yaml, { merge: true })), options))
}

/**
 * In TypeScript a type cannot just add conditions to another. So "a body or a picture" becomes a union of two whole
 * objects: one requires the body, the other the picture. Only the service checks conditions on the value of a field.
 */
function translatable(node) {
  if (Array.isArray(node)) return node.map(translatable)
  if (node === null || typeof node !== 'object') return node
  const { anyOf, allOf, ...rest } = Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => key !== 'example' || JSON.stringify(value).length <= EXAMPLE_LENGTH_MAX)
      .map(([key, value]) => [key, key.startsWith('example') ? value : translatable(value)]),
  )
  const parts = allOf?.filter((part) => part.if === undefined) ?? []
  const whole = { ...rest, ...(parts.length > 0 && { allOf: parts }) }
  if (anyOf === undefined) return whole
  if (anyOf.every((part) => part.$ref === undefined) && whole.type === 'object')
    return { anyOf: anyOf.map(({ required }) => narrowed(whole, required)) }
  return whole.properties === undefined ? { ...whole, anyOf } : { allOf: [{ anyOf }, whole] }
}

function narrowed(whole, required) {
  return { ...whole, required: [...new Set([...(whole.required ?? []), ...required])] }
}
