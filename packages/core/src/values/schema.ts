/** The message for a value of the wrong type. Does not repeat the value, which can be a secret. */
export function typeFault(expected: string, value: unknown): string {
  return value === undefined ? `is missing: it must be ${expected}` : `must be ${expected}, got ${jsonTypeOf(value)}`
}

export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const NAME_SHOWN_MAX = 100

/** A field name from the client, shortened for the response without splitting a surrogate pair. */
export function shownName(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX).replace(/[\uD800-\uDBFF]$/, '')
}
