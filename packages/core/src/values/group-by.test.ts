import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { groupBy } from './collections.js'

test('items are grouped by key, in their order; groups are in the order of their first items', () => {
  const groups = groupBy(['pear', 'fig', 'plum', 'apple', 'nut'], (name) => name.length)
  expect([...groups]).toEqual([
    [4, ['pear', 'plum']],
    [3, ['fig', 'nut']],
    [5, ['apple']],
  ])
})

test('without items there are no groups', () => {
  expect(groupBy([], String).size).toBe(0)
})

test('every item is in the group of its key, and in no other', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 100 })), (items) => {
      const groups = groupBy(items, (item) => item % 7)
      expect([...groups].every(([key, group]) => group.every((item) => item % 7 === key))).toBe(true)
      expect([...groups.values()].flat().sort()).toEqual([...items].sort())
    }),
  )
})
