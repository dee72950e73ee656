import { describe, expect, test } from '@jest/globals'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { parseWallClock } from '../../values/time/wall-clock.js'
import { firstOccurrence, nextOccurrence, occurrences, type Occurrence } from './occurrences.js'
import type { End, Pattern, Recurrence, Timetable } from './timetable.js'

const NEVER = { endType: 'never' } as const
const DAILY = { frequency: 'daily', interval: 1 } as const

describe('a one-time schedule', () => {
  const once = timetable('2026-03-08T02:30', 'America/New_York', null)

  test('occurs at `at` and never again', () => {
    expect(firstOccurrence(once)).toEqual({ wall: '2026-03-08T02:30:00', instant: new Date('2026-03-08T07:30:00Z') })
    expect(wallsOf(once)).toEqual(['2026-03-08T02:30'])
    expect(nextOccurrence(once, new Date('2026-03-08T07:29:59.999Z'))).toEqual(firstOccurrence(once))
    expect(nextOccurrence(once, new Date('2026-03-08T07:30:00Z'))).toBeNull()
  })
})

describe('a daily recurrence', () => {
  test.each([
    [1, ['2026-02-27T09:00', '2026-02-28T09:00', '2026-03-01T09:00', '2026-03-02T09:00']],
    [2, ['2026-02-27T09:00', '2026-03-01T09:00', '2026-03-03T09:00', '2026-03-05T09:00']],
    [12, ['2026-02-27T09:00', '2026-03-11T09:00', '2026-03-23T09:00', '2026-04-04T09:00']],
  ])('occurs every N days: N = %d', (interval, expected) => {
    expect(wallsOf(recurring('2026-02-27T09:00', { frequency: 'daily', interval }), 4)).toEqual(expected)
  })
})

describe('a weekly recurrence', () => {
  test('occurs on the given days of the week, in any order', () => {
    for (const daysOfWeek of [['mon', 'wed', 'fri'] as const, ['fri', 'mon', 'wed', 'mon'] as const]) {
      const weekly = { frequency: 'weekly', interval: 1, daysOfWeek } as const
      expect(wallsOf(recurring('2026-03-02T09:00', weekly), 4)).toEqual([
        '2026-03-02T09:00',
        '2026-03-04T09:00',
        '2026-03-06T09:00',
        '2026-03-09T09:00',
      ])
    }
  })

  test('counts ISO weeks, which start on Monday, from the week of `at`', () => {
    const weekly = { frequency: 'weekly', interval: 2, daysOfWeek: ['mon', 'sun'] } as const
    const fromSunday = recurring('2026-03-08T09:00', weekly)
    expect(wallsOf(fromSunday, 4)).toEqual([
      '2026-03-08T09:00',
      '2026-03-16T09:00',
      '2026-03-22T09:00',
      '2026-03-30T09:00',
    ])
    const fromMonday = recurring('2026-03-09T09:00', weekly)
    expect(wallsOf(fromMonday, 3)).toEqual(['2026-03-09T09:00', '2026-03-15T09:00', '2026-03-23T09:00'])
  })

  test('begins at `at` even if that is none of its weekdays, and includes the rest of that week', () => {
    const weekly = { frequency: 'weekly', interval: 12, daysOfWeek: ['mon', 'fri'] } as const
    expect(wallsOf(recurring('2026-03-04T09:00', weekly), 4)).toEqual([
      '2026-03-04T09:00',
      '2026-03-06T09:00',
      '2026-05-25T09:00',
      '2026-05-29T09:00',
    ])
  })

  test('continues over a year with 53 weeks', () => {
    const weekly = { frequency: 'weekly', interval: 2, daysOfWeek: ['fri'] } as const
    expect(wallsOf(recurring('2026-12-18T09:00', weekly), 3)).toEqual([
      '2026-12-18T09:00',
      '2027-01-01T09:00',
      '2027-01-15T09:00',
    ])
  })
})

describe('a monthly recurrence', () => {
  test('occurs on the last day of a month that does not have the requested day', () => {
    expect(wallsOf(recurring('2027-10-31T09:00', { frequency: 'monthly', interval: 1, dayOfMonth: 31 }), 6)).toEqual([
      '2027-10-31T09:00',
      '2027-11-30T09:00',
      '2027-12-31T09:00',
      '2028-01-31T09:00',
      '2028-02-29T09:00',
      '2028-03-31T09:00',
    ])
  })

  test('on day 31 of every February occurs on February 29 in leap years', () => {
    expect(wallsOf(recurring('2096-02-10T09:00', { frequency: 'monthly', interval: 12, dayOfMonth: 31 }), 6)).toEqual([
      '2096-02-10T09:00',
      '2096-02-29T09:00',
      '2097-02-28T09:00',
      '2098-02-28T09:00',
      '2099-02-28T09:00',
      '2100-02-28T09:00',
    ])
  })

  test('begins at `at` even if that is not its day of the month, and includes the rest of that month', () => {
    const fromBefore = recurring('2026-01-10T09:00', { frequency: 'monthly', interval: 3, dayOfMonth: 15 })
    expect(wallsOf(fromBefore, 3)).toEqual(['2026-01-10T09:00', '2026-01-15T09:00', '2026-04-15T09:00'])
    const fromBeyond = recurring('2026-01-20T09:00', { frequency: 'monthly', interval: 3, dayOfMonth: 15 })
    expect(wallsOf(fromBeyond, 3)).toEqual(['2026-01-20T09:00', '2026-04-15T09:00', '2026-07-15T09:00'])
  })
})

describe('when the clocks change', () => {
  test('the time of day is kept: a time in a gap moves forward on that day only', () => {
    expect(instantsOf(timetable('2026-03-07T02:30', 'America/New_York', { ...DAILY, ...NEVER }), 3)).toEqual([
      '2026-03-07T07:30:00.000Z',
      '2026-03-08T07:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ])
  })

  test('`at` itself may be in a gap, and later occurrences keep its time of day', () => {
    expect(taken(timetable('2026-03-08T02:30', 'America/New_York', { ...DAILY, ...NEVER }), 2)).toEqual([
      { wall: '2026-03-08T02:30:00', instant: new Date('2026-03-08T07:30:00Z') },
      { wall: '2026-03-09T02:30:00', instant: new Date('2026-03-09T06:30:00Z') },
    ])
  })

  test('a time that occurs twice is used only once, the first time', () => {
    const daily = timetable('2026-10-31T01:30', 'America/New_York', { ...DAILY, ...NEVER })
    expect(instantsOf(daily, 3)).toEqual([
      '2026-10-31T05:30:00.000Z',
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ])
    expect(nextOccurrence(daily, new Date('2026-11-01T06:00:00Z'))?.wall).toBe('2026-11-02T01:30:00')
  })

  test('if two occurrences have the same instant because of a skipped day, only the first is kept', () => {
    expect(taken(timetable('2011-12-29T10:00', 'Pacific/Apia', { ...DAILY, ...NEVER }), 3)).toEqual([
      { wall: '2011-12-29T10:00:00', instant: new Date('2011-12-29T20:00:00Z') },
      { wall: '2011-12-30T10:00:00', instant: new Date('2011-12-30T20:00:00Z') },
      { wall: '2012-01-01T10:00:00', instant: new Date('2011-12-31T20:00:00Z') },
    ])
  })

  test('an occurrence on a skipped day moves one day later, and stays the next occurrence until then', () => {
    const fridays = { frequency: 'weekly', interval: 1, daysOfWeek: ['fri'], ...NEVER } as const
    const weekly = timetable('2011-12-23T10:00', 'Pacific/Apia', fridays)
    const expected = { wall: '2011-12-30T10:00:00', instant: new Date('2011-12-30T20:00:00Z') }
    expect(nextOccurrence(weekly, new Date('2011-12-23T20:00:00Z'))).toEqual(expected)
    expect(nextOccurrence(weekly, new Date('2011-12-30T19:59:59.999Z'))).toEqual(expected)
    expect(nextOccurrence(weekly, new Date('2011-12-30T20:00:00Z'))?.wall).toBe('2012-01-06T10:00:00')
  })
})

describe('a recurrence ends', () => {
  test('at its end date, to the second: an occurrence at the end date still counts', () => {
    const until = (endOnDate: string) =>
      wallsOf(recurring('2026-01-01T09:00:30', DAILY, { endType: 'onDate', endOnDate: parseWallClock(endOnDate)! }))
    expect(until('2026-01-03T09:00:30')).toEqual(['2026-01-01T09:00:30', '2026-01-02T09:00:30', '2026-01-03T09:00:30'])
    expect(until('2026-01-03T09:00:29')).toEqual(['2026-01-01T09:00:30', '2026-01-02T09:00:30'])
    expect(until('2026-01-01T09:00:30')).toEqual(['2026-01-01T09:00:30'])
  })

  test('by the wall clock of its end date, even if an occurrence in a gap moves past the end date', () => {
    const recurrence = { ...DAILY, endType: 'onDate', endOnDate: parseWallClock('2026-03-08T02:45')! } as const
    const daily = timetable('2026-03-07T02:30', 'America/New_York', recurrence)
    expect(instantsOf(daily)).toEqual(['2026-03-07T07:30:00.000Z', '2026-03-08T07:30:00.000Z'])
  })

  test('after a number of occurrences; the caller passes how many have occurred', () => {
    const thrice = recurring('2026-01-01T09:00', DAILY, { endType: 'afterOccurrences', endAfterOccurrences: 3 })
    expect(wallsOf(thrice)).toEqual(['2026-01-01T09:00', '2026-01-02T09:00', '2026-01-03T09:00'])
    const aWeekLater = new Date('2026-01-08T09:00:00Z')
    expect(nextOccurrence(thrice, aWeekLater, 2)?.wall).toBe('2026-01-09T09:00:00')
    expect(nextOccurrence(thrice, aWeekLater, 3)).toBeNull()
    expect(nextOccurrence(thrice, aWeekLater, 4)).toBeNull()
    const rest = [...occurrences(thrice, { after: aWeekLater, occurred: 1 })].map(({ wall }) => wall)
    expect(rest).toEqual(['2026-01-09T09:00:00', '2026-01-10T09:00:00'])
  })

  test('with the year 9999', () => {
    const daily = timetable('9999-12-30T23:30', 'America/New_York', { ...DAILY, ...NEVER })
    expect(instantsOf(daily)).toEqual(['9999-12-31T04:30:00.000Z'])
    expect(wallsOf(timetable('9999-12-30T05:00', 'Asia/Tokyo', { ...DAILY, ...NEVER }))).toHaveLength(2)
    expect(nextOccurrence(timetable('9999-12-31T23:30', 'America/New_York', null), new Date(0))).toBeNull()
    expect(nextOccurrence(daily, new Date(8.64e15))).toBeNull()
  })
})

describe('the next occurrence', () => {
  const yearly = recurring('2026-01-31T09:00', { frequency: 'monthly', interval: 12, dayOfMonth: 31 })

  test('is strictly after the instant', () => {
    expect(nextOccurrence(yearly, new Date('2027-01-31T08:59:59.999Z'))?.wall).toBe('2027-01-31T09:00:00')
    expect(nextOccurrence(yearly, new Date('2027-01-31T09:00:00.000Z'))?.wall).toBe('2028-01-31T09:00:00')
  })

  test('after any instant before `at` is the occurrence at `at`', () => {
    expect(nextOccurrence(yearly, new Date(-8.64e15))).toEqual(firstOccurrence(yearly))
  })

  test('is found even a century or seven thousand years ahead', () => {
    expect(nextOccurrence(yearly, new Date('2126-02-01T00:00:00Z'))?.wall).toBe('2127-01-31T09:00:00')
    expect(nextOccurrence(yearly, new Date('9026-02-01T00:00:00Z'))?.wall).toBe('9027-01-31T09:00:00')
    const sinceChrist = recurring('0001-01-01T09:00', { frequency: 'weekly', interval: 7, daysOfWeek: ['tue'] })
    expect(nextOccurrence(sinceChrist, new Date('9999-10-01T00:00:00Z'))?.wall).toBe('9999-10-05T09:00:00')
  })

  test('does not exist after `at` if a weekly recurrence has no days', () => {
    const never = recurring('2026-01-01T09:00', { frequency: 'weekly', interval: 1, daysOfWeek: [] })
    expect(wallsOf(never)).toEqual(['2026-01-01T09:00'])
  })
})

function recurring(at: string, pattern: Pattern, end: End = NEVER): Timetable {
  return timetable(at, 'UTC', { ...pattern, ...end })
}

function timetable(at: string, zone: string, recurrence: Recurrence | null): Timetable {
  return { at: parseWallClock(at)!, timezone: parseTimeZone(zone), sendByLocalTime: false, recurrence }
}

function taken(timetable: Timetable, count = Infinity): Occurrence[] {
  const found: Occurrence[] = []
  for (const occurrence of occurrences(timetable)) if (found.push(occurrence) >= count) break
  return found
}

/** Omits seconds that are zero. */
function wallsOf(timetable: Timetable, count?: number): string[] {
  return taken(timetable, count).map(({ wall }) => wall.replace(/:00$/, '').replace(/(T\d\d)$/, '$1:00'))
}

function instantsOf(timetable: Timetable, count?: number): string[] {
  return taken(timetable, count).map(({ instant }) => instant.toISOString())
}
