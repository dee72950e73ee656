import { expect, test } from '@jest/globals'
import { withField, withNew, withNode, withOperator } from './edit-rows.js'
import { newFilter, newRow, type FilterGroup } from './rows.js'

const ROOT: FilterGroup = { id: 1, combine: 'all', rows: [newRow(2), { id: 3, combine: 'any', rows: [newRow(4)] }] }
const row = { ...newRow(2), field: 'firstName', operator: 'eq', value: 'Ann' } as const

test('a new row or group has a new id', () => {
  expect(withNew(ROOT, 3, 'row').rows[1]).toEqual({ id: 3, combine: 'any', rows: [newRow(4), newRow(5)] })
  expect(withNew(newFilter(), 1, 'group').rows[1]).toEqual({ id: 3, combine: 'any', rows: [newRow(4)] })
})

test('a row anywhere is changed or removed, and the outermost group stays', () => {
  expect(withNode(ROOT, 4, () => null).rows[1]).toEqual({ id: 3, combine: 'any', rows: [] })
  expect(withNode(ROOT, 4, (node) => ({ ...node, field: 'tz' })).rows[1]).toMatchObject({ rows: [{ field: 'tz' }] })
  expect(withNode(ROOT, 1, () => null)).toBe(ROOT)
})

test('another field begins with its first operator, without the value', () => {
  expect(withField(row, 'isFavorite', 'flag')).toMatchObject({ field: 'isFavorite', operator: 'eq', value: true })
  expect(withField(row, 'createdAt', 'instant')).toMatchObject({ operator: 'within', value: '30d' })
  expect(withField(row, 'firstName', 'text')).toBe(row)
})

test('a value stays if the new operator has such values', () => {
  expect(withOperator(row, 'contains', 'text').value).toBe('Ann')
  const list = withOperator(row, 'in', 'text')
  expect(list.value).toEqual(['Ann'])
  expect(withOperator(list, 'ne', 'text').value).toBe('Ann')
  expect(withOperator({ ...row, value: '' }, 'in', 'text').value).toEqual([])
  expect(withOperator(row, 'missing', 'text').value).toBe('')
})

test('a time of joining stays with the groups, but not with those that a person must not be in', () => {
  const joined = withOperator({ ...newRow(2), field: 'groups', operator: 'in', value: ['g'] }, 'joined', 'groups')
  expect(joined.times).toEqual([{ operator: 'within', value: '30d' }])
  expect(withOperator(joined, 'in', 'groups')).toMatchObject({ value: [], times: joined.times })
  expect(withOperator(joined, 'notIn', 'groups').times).toEqual([])
})
