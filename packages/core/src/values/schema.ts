import { refuseFaults, type FieldError } from './errors.js'
import {
  UNKNOWN_FIELD,
  entriesExpected,
  isWithin,
  numberExpected,
  oneOf,
  ruleFault,
  type FieldRule,
  type Range,
} from './field-rule.js'
import { isStorable } from './text/text.js'

/** Describes the JSON values that a field accepts, and reads them from unchecked input. */
export type Schema<T> = {
  /**
   * Adds every fault with its path, which begins with `at`. Returns a copy of the value without the faulty fields,
   * or undefined if nothing is left. The copy is complete only if no fault was added.
   */
  readonly read: (value: unknown, at: string, faults: FieldError[]) => T | undefined
}

/** The type of the values that a schema accepts. */
export type ValueOf<S> = S extends Schema<infer T> ? T : never

export type NullableSchema<S extends Schema<unknown>> = Schema<ValueOf<S> | null> & { readonly inner: S }

export type ListSchema<S extends Schema<unknown>> = Schema<readonly ValueOf<S>[]> & { readonly item: S }

export type ObjectSchema<R extends Fields = Fields, O extends Fields = Fields> = Schema<ObjectOf<R, O>> & {
  readonly required: R
  readonly fields: R & O
}

type Fields = Readonly<Record<string, Schema<unknown>>>
type NoFields = Readonly<Record<never, never>>
type ObjectOf<R, O> = Flat<{ readonly [K in keyof R]: ValueOf<R[K]> } & { readonly [K in keyof O]?: ValueOf<O[K]> }>
/** The same type, but as one object instead of an intersection, which is easier to read in an editor. */
type Flat<T> = { [K in keyof T]: T[K] }

/** Reads a whole value. Throws one error for all faults, if there are any. */
export function readValue<T>({ read }: Schema<T>, value: unknown): T {
  const faults: FieldError[] = []
  const result = read(value, '', faults)
  refuseFaults(faults)
  return result!
}

/** A text that follows a rule, or each of several rules. `parse` changes a valid text to the value. */
export function text<T extends string = string>(
  rule: FieldRule | readonly FieldRule[],
  parse: (text: string) => T = (text) => text as T,
): Schema<T> {
  const rules = [rule].flat()
  return checked((value) => {
    if (typeof value !== 'string') return typeFault('a string', value)
    if (!isStorable(value)) return 'must not contain NUL or a lone surrogate'
    const broken = rules.find(({ holds }) => !holds(value))
    return broken && ruleFault(broken, value)
  }, parse)
}

export function choice<T extends string>(values: readonly T[]): Schema<T> {
  return text<T>(oneOf(values))
}

export const flag: Schema<boolean> = checked((value) =>
  typeof value === 'boolean' ? undefined : typeFault('true or false', value),
)

export function wholeNumber(range: Range): Schema<number> {
  return checked<number>(
    (value) =>
      Number.isInteger(value) && isWithin(value as number, range) ? undefined : wholeNumberFault(value, range),
    // Turns -0 into 0: a store does not keep the difference.
    (value) => value + 0,
  )
}

/** A share of a whole: any number from 0 to 1. */
export const share: Schema<number> = checked<number>(
  (value) => {
    if (typeof value !== 'number') return typeFault(SHARE_EXPECTED, value)
    return value >= 0 && value <= 1 ? undefined : `must be ${SHARE_EXPECTED}, got ${value}`
  },
  (value) => value + 0,
)

export function orNull<S extends Schema<unknown>>(inner: S): NullableSchema<S> {
  const { read } = inner as Schema<ValueOf<S>>
  return { inner, read: (value, at, faults) => (value === null ? null : read(value, at, faults)) }
}

/** For a list of the wrong length, reports only the length and does not read the items. */
export function list<S extends Schema<unknown>>(item: S, range: Range): ListSchema<S> {
  const isList = checked<readonly unknown[]>((value) =>
    Array.isArray(value) && isWithin(value.length, range) ? undefined : listFault(value, range),
  )
  return {
    item,
    read(value, at, faults) {
      const given = isList.read(value, at, faults)
      if (given === undefined) return undefined
      // Unlike `map`, also reads the holes of a sparse array.
      const items = Array.from(given, (each, i) => item.read(each, `${at}[${i}]`, faults))
      return items.includes(undefined) ? undefined : (items as ValueOf<S>[])
    },
  }
}

/** An object whose keys the client chooses. The values are objects; faults of a key have its path. */
export function record<S extends Schema<unknown>>(
  value: S,
  { keys, range }: { readonly keys: FieldRule; readonly range: Range },
): Schema<Readonly<Record<string, ValueOf<S>>>> {
  const isRecord = checked<object>((given) => {
    if (jsonTypeOf(given) !== 'object') return typeFault('an object', given)
    const { length } = Object.keys(given as object)
    return isWithin(length, range) ? undefined : `${entriesExpected(range)}, got ${length}`
  })
  return {
    read(given, at, faults) {
      const input = isRecord.read(given, at, faults)
      if (input === undefined) return undefined
      const entries = Object.entries(input).flatMap(([key, each]) => {
        const place = `${at}.${shownName(key)}`
        if (!keys.holds(key)) faults.push({ field: place, message: `has a name that ${ruleFault(keys, key)}` })
        const read = value.read(each, place, faults)
        return read === undefined ? [] : [[key, read] as const]
      })
      return Object.fromEntries(entries) as Record<string, ValueOf<S>>
    },
  }
}

/**
 * An object with these fields and no others: an unknown field is probably misspelt. Copies only own properties
 * of the input that the schema has, so no key of the input can reach a prototype. Absent fields stay absent.
 */
export function object<R extends Fields = NoFields, O extends Fields = NoFields>(given: {
  readonly required?: R
  readonly optional?: O
}): ObjectSchema<R, O> {
  const required = given.required ?? ({} as R)
  const fields = { ...required, ...given.optional } as R & O
  const names = Object.keys(fields)
  const message = `${UNKNOWN_FIELD}: expected one of ${names.join(', ')}`
  const isObject = checked<object>((value) =>
    jsonTypeOf(value) === 'object' ? undefined : typeFault('an object', value),
  )
  return {
    required,
    fields,
    read(value, at, faults) {
      const input = isObject.read(value, at, faults)
      if (input === undefined) return undefined
      const entries = new Map<string, unknown>(Object.entries(input))
      const under = at === '' ? '' : `${at}.`
      for (const name of entries.keys()) {
        if (!Object.hasOwn(fields, name)) faults.push({ field: under + shownName(name), message })
      }
      const read = names.flatMap((name) => {
        if (entries.get(name) === undefined && !Object.hasOwn(required, name)) return []
        const result = fields[name]!.read(entries.get(name), under + name, faults)
        return result === undefined ? [] : [[name, result] as const]
      })
      return Object.fromEntries(read) as ObjectOf<R, O>
    },
  }
}

function checked<T>(
  faultOf: (value: unknown) => string | undefined,
  parse: (value: T) => T = (value) => value,
): Schema<T> {
  return {
    read(value, at, faults) {
      const message = faultOf(value)
      if (message === undefined) return parse(value as T)
      faults.push({ field: at, message })
      return undefined
    },
  }
}

/** The message for a value of the wrong type. Does not repeat the value, which can be a secret. */
export function typeFault(expected: string, value: unknown): string {
  return value === undefined ? `is missing: it must be ${expected}` : `must be ${expected}, got ${jsonTypeOf(value)}`
}

/** The message for a value that is not a whole number in the range. */
export function wholeNumberFault(value: unknown, range: Range): string {
  return typeof value === 'number'
    ? `${numberExpected(range)}, got ${value}`
    : typeFault(`a whole number from ${range.min} to ${range.max}`, value)
}

/** The message for a value that is not an array, or is an array of the wrong length. */
export function listFault(value: unknown, range: Range): string {
  return Array.isArray(value) ? `${entriesExpected(range)}, got ${value.length}` : typeFault('an array', value)
}

export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const SHARE_EXPECTED = 'a number from 0 to 1'
const NAME_SHOWN_MAX = 100

/** A field name from the client, truncated for the response without splitting a surrogate pair. */
export function shownName(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX).replace(/[\uD800-\uDBFF]$/, '')
}
