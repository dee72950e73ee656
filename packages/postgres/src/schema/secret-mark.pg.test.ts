import { expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'
import { keepSecretMark } from './secret-mark.js'

test('the first mark stays, whatever comes later', async () => {
  const { knex } = await openTestDatabase()
  expect(await keepSecretMark(knex, 'first')).toBe('first')
  expect(await keepSecretMark(knex, 'second')).toBe('first')
  expect(await keepSecretMark(knex, 'first')).toBe('first')
})

test('of several that come at once all get that of one', async () => {
  const { knex } = await openTestDatabase()
  const marks = ['a', 'b', 'c', 'd', 'e']
  const kept = await Promise.all(marks.map((mark) => keepSecretMark(knex, mark)))
  expect(new Set(kept).size).toBe(1)
  expect(marks).toContain(kept[0])
})
