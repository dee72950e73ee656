import { CONTACT_FILTER, passes, testOf, type Condition as CoreCondition, type TestedContact } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Condition } from './condition.js'
import { conditionOf } from './condition-of-rows.js'
import { FIXED_FIELDS, type Field } from './fields.js'
import { inputOf, isList, OPERATORS, type Kind, type Operator } from './operators.js'
import { rowsOf } from './rows-of-condition.js'
import type { FilterGroup, FilterRow, TimeTest } from './rows.js'

const GROUP = 'grp_01kjmma2g0007vq7wrdymx37zc'
const FIELDS: readonly Field[] = [
  ...FIXED_FIELDS,
  ...(['text', 'number', 'flagOrNone', 'date', 'option', 'options'] as const).map((kind, i) => ({
    name: `customFields.contact_custom_field_${i + 1}`,
    label: `Custom ${i + 1}`,
    kind,
  })),
]

const VALUES: Readonly<Record<Kind, string | number | boolean>> = {
  text: 'Ann',
  gender: 'FEMALE',
  tz: 'America/Denver',
  date: '1990-12-31',
  flag: true,
  flagOrNone: false,
  instant: '2026-03-01T12:00:00Z',
  instantOrNone: '2026-03-01T12:00:00Z',
  number: 12.5,
  option: 'Gold',
  options: 'Gold',
  groups: GROUP,
  segments: 'seg_01kjmma2g0007vq7wrdymx37zc',
  clicked: 'go.example.com/sale',
}

const PAIRS = FIELDS.flatMap(({ name, kind }) => OPERATORS[kind].map((operator) => [name, operator, kind] as const))

describe.each(PAIRS)('%s %s', (field, operator, kind) => {
  const row: FilterRow = { id: 1, field, operator, value: valueOf(kind, operator), times: timesOf(operator) }
  const root: FilterGroup = { id: 2, combine: 'all', rows: [row] }
  const { condition } = conditionOf(root)

  test('comes back from its condition', () => expect(rowsOf(condition)).toEqual(root))

  test('is a condition that the service reads', () => {
    const faults: { field: string; message: string }[] = []
    CONTACT_FILTER.read({ contact: condition }, 'filter', faults)
    expect(faults).toEqual([])
  })
})

test.each<[string, Condition, Condition]>([
  [
    'all fields of one object',
    { tz: { eq: 'America/Denver' }, isFavorite: { eq: true } },
    { tz: { eq: 'America/Denver' }, isFavorite: { eq: true } },
  ],
  [
    'several operators of a field',
    { birthDate: { gte: '1990-01-01', lt: '2000-01-01' } },
    { birthDate: { gte: '1990-01-01', lt: '2000-01-01' } },
  ],
  [
    'an all that an object can say',
    { all: [{ firstName: { eq: 'A' } }, { lastName: { eq: 'B' } }] },
    { firstName: { eq: 'A' }, lastName: { eq: 'B' } },
  ],
  [
    'one operator twice',
    { all: [{ firstName: { contains: 'a' } }, { firstName: { contains: 'b' } }] },
    { all: [{ firstName: { contains: 'a' } }, { firstName: { contains: 'b' } }] },
  ],
  [
    'one membership',
    { groups: { ids: { in: [GROUP] }, joinedAt: { within: '30d' } } },
    { groups: { ids: { in: [GROUP] }, joinedAt: { within: '30d' } } },
  ],
  [
    'two memberships',
    { all: [{ groups: { ids: { in: [GROUP] } } }, { groups: { joinedAt: { within: '30d' } } }] },
    { all: [{ groups: { ids: { in: [GROUP] } } }, { groups: { joinedAt: { within: '30d' } } }] },
  ],
  [
    'none of several',
    { not: { any: [{ tz: { exists: true } }, { email: { exists: true } }] } },
    { not: { any: [{ tz: { exists: true } }, { email: { exists: true } }] } },
  ],
  [
    'the opposite of an object',
    { not: { tz: { exists: true }, email: { exists: true } } },
    { not: { tz: { exists: true }, email: { exists: true } } },
  ],
  ['everybody', { all: [] }, { all: [] }],
  ['nobody', { any: [] }, { any: [] }],
])('%s', (_name, given, written) => {
  expect(conditionOf(rowsOf(given)!).condition).toEqual(written)
})

test.each<[string, unknown]>([
  ['an unknown field', { shoeSize: { eq: 1 } }],
  ['an unknown operator', { firstName: { soundsLike: 'Ann' } }],
  ['a field of an address that it does not have', { address: { planet: { eq: 'Earth' } } }],
  ['a value that is an object', { firstName: { eq: {} } }],
  ['a list in place of a condition', []],
  ['an unknown field within a group', { any: [{ firstName: { eq: 'Ann' } }, { shoeSize: { eq: 1 } }] }],
])('%s is not shown as rows', (_name, condition) => {
  expect(rowsOf(condition as Condition)).toBeNull()
})

test('each row and group has an id of its own', () => {
  const root = rowsOf({ any: [{ tz: { exists: true }, email: { exists: true } }, { not: { tz: { exists: true } } }] })!
  const ids = (node: FilterGroup | FilterRow): readonly number[] =>
    'rows' in node ? [node.id, ...node.rows.flatMap(ids)] : [node.id]
  expect(ids(root)).toHaveLength(new Set(ids(root)).size)
})

test('whatever a filter is, its rows mean the same', () => {
  fc.assert(
    fc.property(CONDITION, fc.array(CONTACT, { minLength: 1, maxLength: 5 }), (condition, contacts) => {
      const { condition: written } = conditionOf(rowsOf(condition)!)
      const context = { fields: [], segments: new Map(), now: new Date('2026-03-01T12:00:00Z'), today: '2026-03-01' }
      const [before, after] = [condition, written].map((each) => testOf(each as CoreCondition, context))
      for (const contact of contacts) expect(passes(contact, after!)).toBe(passes(contact, before!))
      expect(conditionOf(rowsOf(written)!).condition).toEqual(written)
    }),
  )
})

const LEAF = fc.record(
  {
    firstName: fc.record(
      {
        eq: fc.constantFrom('Ann', 'Bob'),
        ne: fc.constantFrom('Ann', 'Bob'),
        exists: fc.boolean(),
        contains: fc.constantFrom('a', 'b'),
      },
      { requiredKeys: ['contains'] },
    ),
    isFavorite: fc.record({ eq: fc.boolean() }),
    createdAt: fc.record({ gte: fc.constantFrom('2026-02-01T00:00:00Z'), within: fc.constantFrom('7d', '60d') }),
    groups: fc.oneof(
      fc.record({ ids: fc.record({ in: fc.constantFrom([GROUP]), notIn: fc.constantFrom(['grp_other']) }) }),
      fc.record({
        ids: fc.record({ in: fc.constantFrom([GROUP], ['grp_other']) }),
        joinedAt: fc.record({ within: fc.constantFrom('7d') }),
      }),
      fc.record({ joinedAt: fc.record({ olderThan: fc.constantFrom('7d') }) }),
    ),
  },
  { requiredKeys: ['firstName'] },
)

const { condition: CONDITION } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    LEAF as fc.Arbitrary<Condition>,
    fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
  ),
}))

const MEMBERSHIP = fc.record({
  group: fc.constantFrom(GROUP, 'grp_other'),
  since: fc.constantFrom(new Date('2026-02-27T12:00:00Z'), new Date('2025-01-01T12:00:00Z')),
})

const CONTACT = fc
  .record({
    firstName: fc.constantFrom('Ann', 'Bob', undefined),
    isFavorite: fc.boolean(),
    createdAt: fc.constantFrom(new Date('2026-02-27T12:00:00Z'), new Date('2025-01-01T12:00:00Z')),
    memberships: fc.array(MEMBERSHIP, { maxLength: 2 }),
  })
  .map(({ memberships, ...contact }) => {
    const none = { lastSentAt: null, lastReceivedAt: null, clicks: [] }
    return { contact: { ...contact, customValues: {} }, memberships, ...none } as unknown as TestedContact
  })

function valueOf(kind: Kind, operator: Operator): FilterRow['value'] {
  const input = inputOf(kind, operator)
  if (input === 'none') return ''
  if (input === 'duration' || input === 'days') return '30d'
  if (input === 'monthDay') return '12-31'
  const one = VALUES[kind]
  return isList(input) ? [one] : one
}

function timesOf(operator: Operator): readonly TimeTest[] {
  return operator === 'joined' || operator === 'clicked' ? [{ operator: 'within', value: '30d' }] : []
}
