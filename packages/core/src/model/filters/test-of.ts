import type { SegmentId } from '../../values/ids.js'
import { foldedForSearch } from '../../values/text/search-words.js'
import { addMs } from '../../values/time/instant.js'
import type { CustomField, CustomFieldKey } from '../contacts/custom-field.js'
import {
  ADDRESS_FIELDS,
  PLAIN_FIELDS,
  type Condition,
  type ContactConditions,
  type Operators,
  type PlainField,
} from './condition.js'
import {
  EVERYBODY,
  NOBODY,
  negated,
  type CodeField,
  type Comparison,
  type ContactTest,
  type DateField,
  type NumberField,
  type TextField,
  type TimeComparison,
} from '../contacts/contact-test.js'
import { durationMs, kindOfCustomField, operatorsOf } from './operators.js'

/** What a condition refers to. */
export type FilterContext = {
  readonly fields: readonly CustomField[]
  /** The conditions of the segments; those that were removed are missing, and nobody is in them. */
  readonly segments: ReadonlyMap<SegmentId, Condition>
  readonly now: Date
  /** The date in the zone of the request or send. */
  readonly today: string
}

/** Segments that name each other are refused when they are saved, so that this ends. */
export function testOf(condition: Condition, context: FilterContext): ContactTest {
  if ('all' in condition) return allOf(condition.all.map((each) => testOf(each, context)))
  if ('any' in condition) return anyOf(condition.any.map((each) => testOf(each, context)))
  if ('not' in condition) return negated(testOf(condition.not, context))
  return allOf([...testsOf(condition, context)])
}

function allOf(tests: readonly ContactTest[]): ContactTest {
  return tests.length === 1 ? tests[0]! : tests.length === 0 ? EVERYBODY : { kind: 'all', tests }
}

function anyOf(tests: readonly ContactTest[]): ContactTest {
  return tests.length === 1 ? tests[0]! : tests.length === 0 ? NOBODY : { kind: 'any', tests }
}

function* testsOf(conditions: ContactConditions, context: FilterContext): Iterable<ContactTest> {
  const { groups, segments, address = {}, customFields = {}, clicked } = conditions
  if (groups !== undefined) yield* membershipTests(groups, context)
  if (segments !== undefined) yield anyOf([...new Set(segments.ids.in)].map((id) => testOfSegment(id, context)))
  for (const name of Object.keys(PLAIN_FIELDS) as PlainField[]) {
    const operators = conditions[name]
    if (operators !== undefined) yield* plainTests(name, operators, context)
  }
  for (const name of ADDRESS_FIELDS) if (address[name] !== undefined) yield* textTests(name, address[name])
  for (const [key, operators] of Object.entries(customFields) as [CustomFieldKey, Operators][]) {
    yield allOf([...customTests(key, operators, context)])
  }
  if (clicked !== undefined) {
    const { link, within } = clicked
    yield { kind: 'clicked', link, since: within === undefined ? null : ago(within, context) }
  }
}

function testOfSegment(id: SegmentId, context: FilterContext): ContactTest {
  const condition = context.segments.get(id)
  return condition === undefined ? NOBODY : testOf(condition, context)
}

function* membershipTests(
  { ids, joinedAt }: NonNullable<ContactConditions['groups']>,
  context: FilterContext,
): Iterable<ContactTest> {
  const joined = joinedAt === undefined ? [] : timesOf(joinedAt, context)
  if (ids?.in !== undefined || joined.length > 0) yield { kind: 'member', groups: ids?.in ?? null, joined }
  if (ids?.notIn !== undefined) yield negated({ kind: 'member', groups: ids.notIn, joined: [] })
}

function* plainTests(name: PlainField, operators: Operators, context: FilterContext): Iterable<ContactTest> {
  switch (name) {
    case 'firstName':
    case 'lastName':
    case 'email':
      return yield* textTests(name, operators)
    case 'gender':
    case 'tz':
      return yield* codeTests(name, operators, (value) => [value])
    case 'birthDate':
      return yield* dateTests(name, operators, context)
    case 'isFavorite':
      return yield* flagTests(name, operators)
    case 'createdAt':
      for (const { is, at } of timesOf(operators, context)) yield { kind: 'created', is, at }
      return
    case 'lastSentAt':
      return yield* lastTests('sent', operators, context)
    case 'lastReceivedAt':
      return yield* lastTests('received', operators, context)
  }
}

/** Holds for nobody if the field is not active, or if its type has not all of the operators. */
function* customTests(key: CustomFieldKey, operators: Operators, context: FilterContext): Iterable<ContactTest> {
  const field = activeField(context.fields, key)
  if (field === undefined || !isFor(field, operators)) return yield NOBODY
  switch (field.type) {
    case 'TEXT':
      return yield* textTests(key, operators)
    case 'NUMBER':
      return yield* numberTests(key, operators)
    case 'BOOLEAN':
      return yield* flagTests(key, operators)
    case 'DATE':
      return yield* dateTests(key, operators, context)
    case 'SINGLE_SELECT':
      return yield* codeTests(key, operators, (value) => optionsLike(field, value), field.options)
    case 'MULTI_SELECT':
      return yield* optionsTests(field, operators)
  }
}

export function activeField(fields: readonly CustomField[], key: CustomFieldKey): CustomField | undefined {
  return fields.find((field) => field.key === key && field.status === 'active')
}

/** A field may have been removed and added again with another type. */
export function isFor({ type }: CustomField, operators: Operators): boolean {
  const faults: { field: string; message: string }[] = []
  operatorsOf(kindOfCustomField(type)).read(operators, '', faults)
  return faults.length === 0
}

/** The options that equal the value when folded. */
export function optionsLike({ options }: CustomField, value: string): readonly string[] {
  return options.filter((option) => foldedForSearch(option) === foldedForSearch(value))
}

function* textTests(field: TextField, operators: Operators): Iterable<ContactTest> {
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
function* codeTests(
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

function* optionsTests(field: CustomField, operators: Operators): Iterable<ContactTest> {
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

function* dateTests(field: DateField, operators: Operators, { today }: FilterContext): Iterable<ContactTest> {
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
  return addMs(date, -durationMs(duration)).toISOString().slice(0, 10)
}

/** Birthdays of 29 February are on the 28th in other years. */
function daysOf(monthDay: string, today: string): readonly string[] {
  if (monthDay !== 'today') return [monthDay]
  const day = today.slice('YYYY-'.length)
  const tomorrow = addMs(new Date(`${today}T00:00:00Z`), 86_400_000)
    .toISOString()
    .slice('YYYY-'.length, 10)
  return day === '02-28' && tomorrow === '03-01' ? [day, '02-29'] : [day]
}

function* numberTests(field: NumberField, operators: Operators): Iterable<ContactTest> {
  const test = (is: Comparison, value: number): ContactTest => ({ kind: 'number', field, is, value })
  for (const [is, value] of comparisonsOf<number>(operators)) yield test(is, value)
  yield* equalities<number>(operators, (values) => ({ kind: 'numbers', field, values }))
  yield* presence(field, operators.exists)
}

function* flagTests(field: 'isFavorite' | CustomFieldKey, operators: Operators): Iterable<ContactTest> {
  const { eq, ne, exists } = operators
  if (eq !== undefined) yield { kind: 'flag', field, value: eq as boolean }
  if (ne !== undefined) yield negated({ kind: 'flag', field, value: ne as boolean })
  if (field !== 'isFavorite') yield* presence(field, exists)
}

function timesOf(operators: Operators, context: FilterContext): readonly TimeComparison[] {
  const { within, olderThan } = operators
  return [
    ...[...comparisonsOf<string>(operators)].map(([is, value]) => ({ is, at: new Date(value) })),
    ...(within === undefined ? [] : [{ is: 'gte', at: ago(within, context) } as const]),
    ...(olderThan === undefined ? [] : [{ is: 'lt', at: ago(olderThan, context) } as const]),
  ]
}

function ago(duration: string, { now }: FilterContext): Date {
  return addMs(now, -durationMs(duration))
}

function* lastTests(message: 'sent' | 'received', operators: Operators, context: FilterContext): Iterable<ContactTest> {
  for (const time of timesOf(operators, context)) yield { kind: 'last', message, time }
  const any: ContactTest = { kind: 'last', message, time: null }
  if (operators.exists !== undefined) yield operators.exists ? any : negated(any)
}
