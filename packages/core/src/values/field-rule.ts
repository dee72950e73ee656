import type { FieldError } from './errors.js'
import { codePointsOf, isStorable } from './text/text.js'

/** What a text must be, and how that is said of a field whose text is not. */
export type FieldRule = { readonly holds: (text: string) => boolean; readonly expected: string }

/** The least and the most of a number, of the length of a text, or of a list. */
export type Range = { readonly min: number; readonly max: number }

/** In characters as the contract counts them. */
export function lengthOf({ min, max }: Range): FieldRule {
  return {
    holds: (text) => isWithin(codePointsOf(text), { min, max }),
    expected: min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`,
  }
}

export function oneOf(values: readonly string[]): FieldRule {
  return { holds: (text) => values.includes(text), expected: `must be one of ${values.join(', ')}` }
}

/** What is said of a field that has a name which nothing reads. */
export const UNKNOWN_FIELD = 'is not a known property'

export function isWithin(value: number, { min, max }: Range): boolean {
  return value >= min && value <= max
}

export function numberExpected({ min, max }: Range): string {
  return `must be a whole number from ${min} to ${max}`
}

export function entriesExpected({ min, max }: Range): string {
  return min === 0 ? `must have at most ${max} entries` : `must have ${min} to ${max} entries`
}

export function text(field: string, value: string | null | undefined, { holds, expected }: FieldRule): FieldError[] {
  if (value === null || value === undefined) return []
  if (!isStorable(value)) return [{ field, message: 'must not have NUL or one half of a surrogate pair' }]
  return holds(value) ? [] : [{ field, message: expected }]
}

export function number(field: string, value: number | null | undefined, range: Range): FieldError[] {
  if (value === null || value === undefined || (Number.isInteger(value) && isWithin(value, range))) return []
  return [{ field, message: numberExpected(range) }]
}

export function texts(
  field: string,
  values: readonly string[] | undefined,
  range: Range,
  rule: FieldRule,
): FieldError[] {
  return list(field, values, range, (at, value) => text(at, value, rule))
}

/** Of a list that is too long nothing else is told. */
export function list<T>(
  field: string,
  items: readonly T[] | undefined,
  range: Range,
  faultsOf: (at: string, item: T) => FieldError[],
): FieldError[] {
  if (items === undefined) return []
  if (!isWithin(items.length, range)) return [{ field, message: entriesExpected(range) }]
  return items.flatMap((item, i) => faultsOf(`${field}[${i}]`, item))
}
