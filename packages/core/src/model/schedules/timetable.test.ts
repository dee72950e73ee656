import { expect, test } from '@jest/globals'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { parseWallClock } from '../../values/time/wall-clock.js'
import { timingOf, type Timetable } from './timetable.js'

test('timing is oneTime without a recurrence, and recurring with one', () => {
  const once: Timetable = {
    at: parseWallClock('2026-03-08T02:30')!,
    timezone: parseTimeZone('UTC'),
    sendByLocalTime: false,
    recurrence: null,
  }
  expect(timingOf(once)).toBe('oneTime')
  expect(timingOf({ ...once, recurrence: { frequency: 'daily', interval: 1, endType: 'never' } })).toBe('recurring')
})
