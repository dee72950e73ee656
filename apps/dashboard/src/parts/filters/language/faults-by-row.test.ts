import { expect, test } from '@jest/globals'
import { conditionOf } from './condition-of-rows.js'
import { faultsByRow } from './faults-by-row.js'
import { missingIn } from './missing-in-rows.js'
import type { Condition } from './condition.js'
import { rowsOf } from './rows-of-condition.js'
import { isGroup, newFilter, newRow, type FilterGroup, type FilterNode } from './rows.js'

test.each<[string, Condition, string, string]>([
  ['an operator', { firstName: { eq: 'A', contains: 'b' } }, 'filter.contact.firstName.contains', 'firstName contains'],
  ['a value of a list', { tz: { in: ['A', 'B'] } }, 'filter.contact.tz.in[1]', 'tz in'],
  [
    'a field',
    { customFields: { contact_custom_field_3: { eq: 'x' } } },
    'filter.contact.customFields.contact_custom_field_3',
    'customFields.contact_custom_field_3 eq',
  ],
  ['a row of many', { any: [{ tz: { eq: 'A' } }, { tz: { eq: 'B' } }] }, 'filter.contact.any[1].tz.eq', 'tz eq B'],
  [
    'a row whose object joins several',
    { not: { tz: { eq: 'A' }, email: { eq: 'B' } } },
    'filter.contact.not.email.eq',
    'email eq',
  ],
  [
    'the time of joining',
    { groups: { ids: { in: ['g'] }, joinedAt: { within: 'x' } } },
    'filter.contact.groups.joinedAt.within',
    'groups in',
  ],
  [
    'groups of which none may hold',
    { groups: { ids: { in: ['g'], notIn: ['h'] } } },
    'filter.contact.groups.ids.notIn[0]',
    'groups notIn',
  ],
  ['a link', { clicked: { link: 'x', within: '1d' } }, 'audience.filter.contact.clicked.link', 'clicked clicked'],
  [
    'a group',
    { any: [{ all: [{ any: [] }, { tz: { eq: 'A' } }] }, { tz: { eq: 'A' } }] },
    'filter.contact.any[0].all',
    'all',
  ],
  ['the filter', { tz: { eq: 'A' } }, 'filter.contact', 'all'],
  ['the whole request', { tz: { eq: 'A' } }, 'filter', 'all'],
])('a fault of %s stands beside it', (_name, condition, field, expected) => {
  const root = rowsOf(condition)!
  const faults = faultsByRow([{ field, message: 'is wrong' }], conditionOf(root).places, root.id)
  const [[id, message]] = [...faults] as [[number, string]]
  expect([nameOf(nodesOf(root).find((node) => node.id === id)!), message]).toEqual([
    expect.stringContaining(expected),
    'This is wrong.',
  ])
})

test.each<[string, FilterGroup, readonly string[]]>([
  ['a field', newFilter(), ['Choose what the condition is about.']],
  ['a value', rootOf({ firstName: { eq: ' ' } }), ['Enter a value.']],
  ['values', rootOf({ firstName: { in: [] } }), ['Enter at least one value.']],
  ['a time', rootOf({ groups: { joinedAt: { within: '' } } }), ['Enter the time.']],
  [
    'a row of a group',
    rootOf({ all: [{ any: [] }, { tz: { exists: true } }] }),
    ['Add a condition, or remove this group.'],
  ],
  ['nothing', rootOf({ tz: { exists: false }, isFavorite: { eq: false } }), []],
  ['nothing of a filter for everybody', rootOf({ all: [] }), []],
  ['less depth', rootOf(nested(5)), ['Groups can be at most 5 levels deep.']],
  [
    'fewer rows',
    { ...newFilter(), rows: Array.from({ length: 51 }, (_, i) => filled(i + 2)) },
    ['A filter has at most 50 conditions. It has 51.'],
  ],
])('%s is missing', (_name, root, messages) => {
  expect([...missingIn(root).values()]).toEqual(messages)
})

function rootOf(condition: Condition): FilterGroup {
  return rowsOf(condition)!
}

function nested(levels: number): Condition {
  const leaf = { tz: { exists: true } }
  return levels === 0
    ? leaf
    : { [levels % 2 === 0 ? 'all' : 'any']: [nested(levels - 1), { any: [leaf, leaf] }].slice(0, levels === 1 ? 1 : 2) }
}

function filled(id: number) {
  return { ...newRow(id), field: 'firstName', operator: 'contains', value: 'a' } as const
}

function nodesOf(node: FilterNode): readonly FilterNode[] {
  return isGroup(node) ? [node, ...node.rows.flatMap(nodesOf)] : [node]
}

function nameOf(node: FilterNode): string {
  return isGroup(node) ? node.combine : `${node.field} ${node.operator} ${String(node.value)}`
}
