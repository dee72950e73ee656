import { expect, test } from '@jest/globals'
import { daysShown, instantsAround, isMonth, monthAfter } from './month-days.js'

test('a month shows six weeks from a Monday', () => {
  expect(daysShown('2026-03')).toEqual({ first: '2026-02-23', end: '2026-04-06' })
  expect(daysShown('2026-06')).toEqual({ first: '2026-06-01', end: '2026-07-13' })
})

test('the days of every zone are asked for', () => {
  expect(instantsAround(daysShown('2026-06'))).toEqual({
    from: '2026-05-31T00:00:00.000Z',
    to: '2026-07-14T00:00:00.000Z',
  })
})

test('months go on over the turn of the year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-03', 12)]).toEqual([
    '2027-01',
    '2025-12',
    '2027-03',
  ])
})

test.each([
  ['2026-03', true],
  ['2026-13', false],
  ['2026-3', false],
  ['', false],
])('%s is a month: %s', (text, is) => expect(isMonth(text)).toBe(is))
