/** Whether two pieces of plain data say the same. The order of properties says nothing, nor does an undefined one. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b)) return false
  if (a instanceof Date || b instanceof Date) return timeOf(a) === timeOf(b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = namesOf(a)
  return names.length === namesOf(b).length && names.every((name) => same(a[name], b[name]))
}

type PlainObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null
}

function timeOf(value: object): number | null {
  return value instanceof Date ? value.getTime() : null
}

function namesOf(value: PlainObject): readonly string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined)
}
