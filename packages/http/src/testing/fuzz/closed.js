/**
 * A copy of a document, or of a part of it, in which undeclared properties are errors.
 *
 * @template Part
 * @param {Part} part
 */
export function closed(part) {
  return /** @type {Part} */ (closedValue(part))
}

function closedValue(value) {
  if (Array.isArray(value)) return value.map(closedValue)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closedValue(inner)]))
  const isClosable = 'properties' in copy && 'type' in copy && !('additionalProperties' in copy)
  return isClosable ? { ...copy, additionalProperties: false } : copy
}
