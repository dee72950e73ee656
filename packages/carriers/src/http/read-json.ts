/** A text or a number in JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * The value, or undefined if the text is no JSON. An integer that a number cannot represent exactly is a text with all its
 * digits, because it is an id.
 */
export function readJson(text: string | Uint8Array): unknown {
  const source = typeof text === 'string' ? text : new TextDecoder().decode(text)
  try {
    const value = JSON.parse(source) as unknown
    return /\d{16}/.test(source) ? (JSON.parse(source.replace(TOKEN, quoteLongInteger)) as unknown) : value
  } catch {
    return undefined
  }
}

function quoteLongInteger(token: string): string {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token
}

/** The value at a path of names and positions, or undefined if there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  )
}

/** The text or the number at a path, as a text; null if there is neither. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = at(value, ...path)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' ? found : null
}

function isObject(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null
}
