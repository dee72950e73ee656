import { foldedForSearch } from '../../values/text/search-words.js'
import { durationMs } from '../../values/time/duration.js'
import { addMs, DAY_MS } from '../../values/time/instant.js'
import {
  negated,
  type CodeField,
  type Comparison,
  type ContactTest,
  type DateField,
  type NumberField,
  type TextField,
  type TimeComparison,
} from '../contacts/contact-test.js'
import type { CustomField, CustomFieldKey } from '../contacts/custom-field.js'
import type { Operators } from './condition.js'

/** The time for which a filter is resolved. `today` is the date in the zone of the request or send. */
export type FilterTime = { readonly now: Date; readonly today: string }

/** The options that equal the value when folded. */
export function optionsLike({ options }: CustomField, value: string): readonly string[] {
  return options.filter((option) => foldedForSearch(option) === foldedForSearch(value))
}

export function* textTests(field: TextField, operators: Operators): Iterable<ContactTest> {
  const { eq, ne, in: among, notIn, exists, contains, startsWith } = operators as TextOperators
  const equal = (values: readonly string[]) => textTest(field, 'equal', values)
  if (eq !== undefined) yield equal([eq])
  if (ne !== undefined) yield negated(equal([ne]))
  if (among !== undefined) yield equal(among)
  if (notIn !== undefined) yield negated(equal(notIn))
  if (contains !== undefined) yield textTest(field, 'containing', [contains])
  if (startsWith !== undefined) yield textTest(field, 'starting', [startsWith])
  yield* presence(field, exists)
}

type TextOperators = {
  readonly [Name in keyof Operators]: Name extends 'in' | 'notIn'
    ? readonly string[]
    : Name extends 'exists'
      ? boolean
      : string
}

function textTest(field: TextField, how: 'equal' | 'containing' | 'starting', values: readonly string[]): ContactTest {
  return { kind: 'text', field, how, values: values.map(foldedForSearch) }
}

function* presence(field: TextField | CodeField | DateField, exists: boolean | undefined): Iterable<ContactTest> {
  if (exists === undefined) return
  const present: ContactTest = { kind: 'present', field }
  yield exists ? present : negated(present)
}

/** `all`: the values that count as values at all; without it, any does. */
export function* codeTests(
  field: CodeField,
  operators: Operators,
  meant: (value: string) => readonly string[],
  all?: readonly string[],
): Iterable<ContactTest> {
  const { eq, ne, in: among, notIn, exists } = operators as TextOperators
  const oneOf = (values: readonly string[]): ContactTest => ({ kind: 'code', field, values: values.flatMap(meant) })
  if (eq !== undefined) yield oneOf([eq])
  if (ne !== undefined) yield negated(oneOf([ne]))
  if (among !== undefined) yield oneOf(among)
  if (notIn !== undefined) yield negated(oneOf(notIn))
  if (all === undefined) yield* presence(field, exists)
  else if (exists !== undefined) {
    const any: ContactTest = { kind: 'code', field, values: all }
    yield exists ? any : negated(any)
  }
}

export function* optionsTests(field: CustomField, operators: Operators): Iterable<ContactTest> {
  const { in: among, notIn, exists, contains } = operators as TextOperators
  const anyOption = (values: readonly string[]): ContactTest => ({ kind: 'options', field: field.key, values })
  const like = (values: readonly string[]) => anyOption(values.flatMap((value) => optionsLike(field, value)))
  if (among !== undefined) yield like(among)
  if (notIn !== undefined) yield negated(like(notIn))
  if (contains !== undefined) yield like([contains])
  if (exists !== undefined) yield exists ? anyOption(field.options) : negated(anyOption(field.options))
}

function* comparisonsOf<T>(operators: Operators): Iterable<readonly [Comparison, T]> {
  for (const is of ['eq', 'gt', 'gte', 'lt', 'lte'] as const) {
    if (operators[is] !== undefined) yield [is, operators[is] as T]
  }
}

/** All values are in one test, so that a list of them is one value in SQL. */
function* equalities<T extends string | number>(
  operators: Operators,
  oneOf: (values: readonly T[]) => ContactTest,
): Iterable<ContactTest> {
  const { ne, in: among, notIn } = operators as { ne?: T; in?: readonly T[]; notIn?: readonly T[] }
  if (ne !== undefined) yield negated(oneOf([ne]))
  if (among !== undefined) yield oneOf(among)
  if (notIn !== undefined) yield negated(oneOf(notIn))
}

export function* dateTests(field: DateField, operators: Operators, { today }: FilterTime): Iterable<ContactTest> {
  const test = (is: Comparison, value: string): ContactTest => ({ kind: 'date', field, is, value })
  for (const [is, value] of comparisonsOf<string>(operators)) yield test(is, value)
  yield* equalities<string>(operators, (values) => ({ kind: 'code', field, values }))
  const { within, olderThan, monthDay } = operators
  if (within !== undefined) {
    yield test('gte', daysBefore(today, within))
    yield test('lte', today)
  }
  if (olderThan !== undefined) yield test('lt', daysBefore(today, olderThan))
  if (monthDay !== undefined) yield { kind: 'monthDay', field, days: daysOf(monthDay, today) }
  yield* presence(field, operators.exists)
}

function daysBefore(today: string, duration: string): string {
  const date = new Date(`${today}T00:00:00Z`)
  return addMs(date, -durationMs(duration)!).toISOString().slice(0, 10)
}

/** Birthdays of 29 February are on the 28th in other years. */
function daysOf(monthDay: string, today: string): readonly string[] {
  if (monthDay !== 'today') return [monthDay]
  const day = today.slice('YYYY-'.length)
  const tomorrow = addMs(new Date(`${today}T00:00:00Z`), DAY_MS)
    .toISOString()
    .slice('YYYY-'.length, 10)
  return day === '02-28' && tomorrow === '03-01' ? [day, '02-29'] : [day]
}

export function* numberTests(field: NumberField, operators: Operators): Iterable<ContactTest> {
  const test = (is: Comparison, value: number): ContactTest => ({ kind: 'number', field, is, value })
  for (const [is, value] of comparisonsOf<number>(operators)) yield test(is, value)
  yield* equalities<number>(operators, (values) => ({ kind: 'numbers', field, values }))
  yield* presence(field, operators.exists)
}

export function* flagTests(field: 'isFavorite' | CustomFieldKey, operators: Operators): Iterable<ContactTest> {
  const { eq, ne, exists } = operators
  if (eq !== undefined) yield { kind: 'flag', field, value: eq as boolean }
  if (ne !== undefined) yield negated({ kind: 'flag', field, value: ne as boolean })
  if (field !== 'isFavorite') yield* presence(field, exists)
}

export function timesOf(operators: Operators, context: FilterTime): readonly TimeComparison[] {
  const { within, olderThan } = operators
  return [
    ...[...comparisonsOf<string>(operators)].map(([is, value]) => ({ is, at: new Date(value) })),
    ...(within === undefined ? [] : [{ is: 'gte', at: ago(within, context) } as const]),
    ...(olderThan === undefined ? [] : [{ is: 'lt', at: ago(olderThan, context) } as const]),
  ]
}

export function ago(duration: string, { now }: FilterTime): Date {
  return addMs(now, -durationMs(duration)!)
}

export function* lastTests(
  message: 'sent' | 'received',
  operators: Operators,
  context: FilterTime,
): Iterable<ContactTest> {
  for (const time of timesOf(operators, context)) yield { kind: 'last', message, time }
  const any: ContactTest = { kind: 'last', message, time: null }
  if (operators.exists !== undefined) yield operators.exists ? any : negated(any)
}
