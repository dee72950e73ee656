/** Whether two pieces of plain data are equal. The order of properties is ignored, and so are undefined properties. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b)) return false
  if (a instanceof Date || b instanceof Date) return timeOf(a) === timeOf(b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = namesOf(a)
  return names.length === namesOf(b).length && names.every((name) => isEqual(a[name], b[name]))
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

/** Node 20 has no Map.groupBy yet. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/**
 * The items whose key an earlier item has too, by index, each with the index of the first item with that key. Items without a
 * key are left out.
 */
export function repetitionsOf<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): readonly { readonly index: number; readonly first: number }[] {
  const firsts = new Map<string, number>()
  return items.flatMap((item, index) => {
    const key = keyOf(item)
    if (key === undefined) return []
    const first = firsts.get(key) ?? index
    firsts.set(key, first)
    return first === index ? [] : [{ index, first }]
  })
}

/** Calls `work` for each item in turn, even if an earlier call failed. Then throws the first failure. */
export async function forEachDespiteFailures<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let failure: { readonly error: unknown } | null = null
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failure ??= { error }
    }
  }
  if (failure !== null) throw failure.error
}

/** `T` with optional properties instead of nullable properties. */
export type WithoutNulls<T> = { readonly [Key in keyof T as null extends T[Key] ? never : Key]: T[Key] } & {
  readonly [Key in keyof T as null extends T[Key] ? Key : never]?: NonNullable<T[Key]>
}

/** A shallow copy without the fields that are null. Nested values are not changed. */
export function withoutNulls<T extends object>(value: T): WithoutNulls<T> {
  // A loop, because `Object.entries` would take most of the time when thousands of messages are emitted.
  const copy: Record<string, unknown> = {}
  for (const key in value) if (value[key] !== null) copy[key] = value[key]
  return copy as WithoutNulls<T>
}
