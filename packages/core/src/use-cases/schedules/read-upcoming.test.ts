import { aSchedule, aTimetable, DAILY, ids } from '@carillon/contracts'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { nextOccurrence } from '../../model/schedules/occurrences.js'
import type { Recurrence } from '../../model/schedules/timetable.js'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { instantAt, wallClockOf } from '../../values/time/wall-clock.js'
import { upcomingOf } from './read-upcoming.js'

/**
 * Counts the computed offsets. Each computation formats a date, which takes some hundredths of a millisecond.
 */
const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!
let reads = 0

beforeEach(() => {
  reads = 0
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
    ...format,
    get(this: Intl.DateTimeFormat) {
      reads++
      return format.get!.call(this) as Intl.DateTimeFormat['format']
    },
  })
})

afterEach(() => {
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', format)
})

const YEARLY: Recurrence = { frequency: 'monthly', interval: 12, dayOfMonth: 8, endType: 'never' }

function scheduleFrom(at: string, timezone: string, recurrence: Recurrence) {
  const timetable = aTimetable(at, { timezone, recurrence })
  const first = nextOccurrence(timetable, new Date(0))!
  return aSchedule({ account: ids.next('acc'), timetable, next: { ...first, beginsAt: first.instant, isOpen: false } })
}

test.each<[string, string, Recurrence]>([
  ['a year', 'America/Chicago', YEARLY],
  ['a day', 'America/Denver', DAILY],
])(
  '100 occurrences that are %s apart need a few offset computations each, and none when computed again',
  (_, zone, of) => {
    const schedule = scheduleFrom('2026-06-08T09:00:00', zone, of)
    reads = 0
    const first = upcomingOf(schedule, 100)
    expect(first).toHaveLength(100)
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(600)
    reads = 0
    expect(upcomingOf(schedule, 100)).toEqual(first)
    expect(reads).toBe(0)
  },
)

test('occurrences at clock changes need few offset computations too, although each change must be searched for', () => {
  const schedule = scheduleFrom('2026-03-29T02:30:00', 'Europe/Berlin', { ...YEARLY, dayOfMonth: 29 })
  reads = 0
  expect(upcomingOf(schedule, 100)).toHaveLength(100)
  expect(reads).toBeLessThan(5_000)
})

test('the cache of a zone does not grow forever', () => {
  const tokyo = parseTimeZone('Asia/Tokyo')
  const at = (day: number) => instantAt(wallClockOf(Date.UTC(2100, 0, day)), tokyo)
  const again = () => {
    reads = 0
    at(1)
    return reads
  }
  at(1)
  expect(again()).toBe(0)
  for (let day = 2; day < 2_000; day++) at(day)
  expect(again()).toBeGreaterThan(0)
})
