/** TypeScript types from an OpenAPI document. */

/** A longer example would fill the screen when an editor shows it in a tooltip. */
const EXAMPLE_LENGTH_MAX = 2_000

export async function typesOf(document) {
  // Imported only when needed: loading it takes longer than the rest of a build that changes nothing.
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  /** Properties with a default stay optional, because the service fills them in. All types are read-only. */
  const options = { defaultNonNullable: false, immutable: true }
  return astToString(await openapiTS(translatable(document), options))
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
