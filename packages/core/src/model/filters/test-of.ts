import type { SegmentId } from '../../values/ids.js'
import type { CustomField, CustomFieldKey } from '../contacts/custom-field.js'
import {
  ADDRESS_FIELDS,
  PLAIN_FIELDS,
  type Condition,
  type ContactConditions,
  type Operators,
  type PlainField,
} from './condition.js'
import { EVERYBODY, NOBODY, negated, type ContactTest } from '../contacts/contact-test.js'
import {
  ago,
  codeTests,
  dateTests,
  flagTests,
  lastTests,
  numberTests,
  optionsLike,
  optionsTests,
  textTests,
  timesOf,
  type FilterTime,
} from './field-tests.js'
import { kindOfCustomField, operatorsOf } from './operators.js'

/** What a condition refers to. */
export type FilterContext = FilterTime & {
  readonly fields: readonly CustomField[]
  /** The conditions of the segments; those that were removed are missing, and nobody is in them. */
  readonly segments: ReadonlyMap<SegmentId, Condition>
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
