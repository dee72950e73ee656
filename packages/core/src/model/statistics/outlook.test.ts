import { expect, test } from '@jest/globals'
import { daysLeft, paceOf } from './outlook.js'

const now = new Date('2026-03-10T12:00:00Z')

test.each([
  ['2025-01-01T00:00:00Z', 70, 10],
  ['2026-03-10T11:00:00Z', 70, 70],
  ['2026-03-09T11:00:00Z', 70, 35],
  ['2026-03-04T11:00:00Z', 70, 10],
  ['2026-03-11T11:00:00Z', 70, 70],
])('the pace of an account from %s that has spent %d in a week is %d a day', (createdAt, sms, perDay) => {
  expect(paceOf({ sms, mms: 0 }, { createdAt: new Date(createdAt), now })).toEqual({ sms: perDay, mms: 0 })
})

test.each([
  [100, 10, 10],
  [99, 10, 9],
  [0, 10, 0],
  [100, 0, null],
  [1, 0.5, 2],
])('%d credits last at a pace of %d a day for %d days', (available, perDay, days) => {
  expect(daysLeft(available, perDay)).toBe(days)
})
