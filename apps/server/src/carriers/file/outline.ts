const LENGTH_MAX = 100

/** Describes a value without showing it, because it may be secret. */
export function outlineOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value !== 'object') return `a ${typeof value}`
  const names = Object.keys(value).join(', ')
  return names === '' ? 'an empty object' : `an object with ${cut(names)}`
}

/** Shows a value if it is a string, a number, true or false. Other values may contain secrets. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null || typeof value === 'object') return outlineOf(value)
  return cut(JSON.stringify(value))
}

function cut(text: string): string {
  return text.length <= LENGTH_MAX ? text : `${text.slice(0, LENGTH_MAX)}…`
}
