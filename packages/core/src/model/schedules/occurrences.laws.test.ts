import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import rrule, { type Options } from 'rrule'
import { Temporal } from 'temporal-polyfill'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { WEEKDAYS } from '../../values/time/weekday.js'
import { parseWallClock, type WallClock } from '../../values/time/wall-clock.js'
import { nextOccurrence, occurrences } from './occurrences.js'
import type { End, Pattern, Recurrence, Timetable } from './timetable.js'

const ZONES = Intl.supportedValuesOf('timeZone').map((name) => parseTimeZone(name))

describe('for any timetable', () => {
  test('the next occurrence matches a day-by-day search with Temporal', () => {
    fc.assert(
      fc.property(timetables('1970-01-01', '2037-12-31'), daysAhead(40 * 366), (timetable, ahead) => {
        const after = new Date(instantOf(timetable.at, timetable.timezone) + ahead)
        expect([timetable, after, nextOccurrence(timetable, after)?.wall]).toEqual([
          timetable,
          after,
          walkedFrom(timetable, after),
        ])
      }),
      { seed: 4, numRuns: 150 },
    )
  })

  test('the next occurrence matches a day-by-day search even if it is centuries ahead', () => {
    fc.assert(
      fc.property(timetables('0001-01-01', '9000-12-31'), daysAhead(999 * 365), (timetable, ahead) => {
        const after = new Date(instantOf(timetable.at, timetable.timezone) + ahead)
        expect([timetable, after, nextOccurrence(timetable, after)?.wall]).toEqual([
          timetable,
          after,
          walkedFrom(timetable, after),
        ])
      }),
      { seed: 5, numRuns: 100 },
    )
  })

  test('occurrences are in order, each at the instant of its wall clock and strictly after the previous one', () => {
    fc.assert(
      fc.property(timetables('1970-01-01', '2037-12-31'), (timetable) => {
        let last = { wall: '', instant: new Date(-8.64e15) }
        for (const occurrence of first(30, occurrences(timetable))) {
          expect(occurrence.instant.getTime()).toBe(instantOf(occurrence.wall, timetable.timezone))
          expect(occurrence.instant.getTime()).toBeGreaterThan(last.instant.getTime())
          expect(occurrence.wall > last.wall).toBe(true)
          expect(nextOccurrence(timetable, last.instant)).toEqual(occurrence)
          last = occurrence
        }
      }),
      { seed: 6, numRuns: 60 },
    )
  })
})

/**
 * rrule omits a start outside the pattern, and months that lack the day. To clamp the day, the rule contains several
 * days and picks the last one in the month (`bysetpos`). rrule also uses ISO weeks, counted from the week of the start.
 */
describe('in UTC', () => {
  test('the wall clocks after `at` match rrule', () => {
    fc.assert(
      fc.property(timetables('1970-01-01', '2037-12-31'), ends(), (timetable, endOf) => {
        const recurrence: Recurrence = { ...timetable.recurrence!, ...endOf(timetable.at) }
        const utc = { ...timetable, timezone: parseTimeZone('UTC'), recurrence }
        const walls = first(30, occurrences(utc)).map(({ wall }) => wall)
        expect([recurrence, walls]).toEqual([recurrence, wallsByRrule(utc.at, recurrence).slice(0, 30)])
      }),
      { seed: 7, numRuns: 200 },
    )
  })
})

function ends(): fc.Arbitrary<(at: WallClock) => End> {
  const seconds = fc.oneof(
    fc.integer({ min: 0, max: 86_400 * 400 }),
    fc.integer({ min: 0, max: 400 }).map((days) => days * 86_400),
  )
  return fc.oneof(
    fc.constant(() => ({ endType: 'never' as const })),
    seconds.map((seconds) => (at: WallClock) => ({ endType: 'onDate' as const, endOnDate: laterThan(at, seconds) })),
    fc
      .integer({ min: 1, max: 20 })
      .map((count) => () => ({ endType: 'afterOccurrences' as const, endAfterOccurrences: count })),
  )
}

function laterThan(at: WallClock, seconds: number): WallClock {
  return Temporal.PlainDateTime.from(at).add({ seconds }).toString({ smallestUnit: 'second' }) as WallClock
}

const { RRule } = rrule

function wallsByRrule(at: WallClock, recurrence: Recurrence): string[] {
  const start = new Date(`${at}Z`)
  const until = recurrence.endType === 'onDate' ? new Date(`${recurrence.endOnDate}Z`) : null
  const rule = new RRule({ ...ruleOf(recurrence), dtstart: start, until })
  const dates = [start, ...rule.all((_, count) => count < 32).filter((date) => date > start)]
  const count = recurrence.endType === 'afterOccurrences' ? recurrence.endAfterOccurrences : Infinity
  return dates.slice(0, count).map((date) => date.toISOString().slice(0, 19))
}

function ruleOf(pattern: Pattern): Partial<Options> {
  const { interval } = pattern
  switch (pattern.frequency) {
    case 'daily':
      return { freq: RRule.DAILY, interval }
    case 'weekly':
      return { freq: RRule.WEEKLY, interval, byweekday: pattern.daysOfWeek.map((day) => WEEKDAYS.indexOf(day)) }
    case 'monthly': {
      const days = Array.from({ length: pattern.dayOfMonth }, (_, index) => index + 1).slice(-4)
      return { freq: RRule.MONTHLY, interval, bymonthday: days, bysetpos: -1 }
    }
  }
}

function timetables(from: string, to: string): fc.Arbitrary<Timetable> {
  const at = fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => parseWallClock(date.toISOString().slice(0, 19))!)
  return fc.record({
    at,
    timezone: fc.constantFrom(...ZONES),
    sendByLocalTime: fc.boolean(),
    recurrence: patterns().map((pattern): Recurrence => ({ ...pattern, endType: 'never' })),
  })
}

function patterns(): fc.Arbitrary<Pattern> {
  const interval = fc.integer({ min: 1, max: 12 })
  const daysOfWeek = fc.shuffledSubarray([...WEEKDAYS], { minLength: 1 })
  const dayOfMonth = fc.integer({ min: 1, max: 31 })
  return fc.oneof(
    fc.record({ frequency: fc.constant('daily' as const), interval }),
    fc.record({ frequency: fc.constant('weekly' as const), interval, daysOfWeek }),
    fc.record({ frequency: fc.constant('monthly' as const), interval, dayOfMonth }),
  )
}

/** In milliseconds; sometimes whole days, so that the time of day is the same. */
function daysAhead(daysMax: number): fc.Arbitrary<number> {
  const day = 86_400_000
  return fc.oneof(
    fc.integer({ min: -3, max: daysMax }).map((days) => days * day),
    fc.integer({ min: 0, max: daysMax * day }),
  )
}

/** Checks one day after another against the rules for a single day. */
function walkedFrom({ at, timezone, recurrence }: Timetable, after: Date): string {
  if (instantOf(at, timezone) > after.getTime()) return at
  const start = Temporal.PlainDateTime.from(at)
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  for (let day = today.subtract({ days: 2 }); ; day = day.add({ days: 1 })) {
    if (Temporal.PlainDate.compare(day, start) <= 0 || !isDayOf(recurrence!, start.toPlainDate(), day)) continue
    const wall = day.toPlainDateTime(start).toString({ smallestUnit: 'second' })
    if (instantOf(wall, timezone) > after.getTime()) return wall
  }
}

function isDayOf(pattern: Pattern, start: Temporal.PlainDate, day: Temporal.PlainDate): boolean {
  switch (pattern.frequency) {
    case 'daily':
      return start.until(day).days % pattern.interval === 0
    case 'weekly':
      return (
        pattern.daysOfWeek.includes(WEEKDAYS[day.dayOfWeek - 1]!) &&
        (mondayOf(start).until(mondayOf(day)).days / 7) % pattern.interval === 0
      )
    case 'monthly':
      return (
        day.day === Math.min(pattern.dayOfMonth, day.daysInMonth) &&
        (12 * (day.year - start.year) + day.month - start.month) % pattern.interval === 0
      )
  }
}

function mondayOf(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: day.dayOfWeek - 1 })
}

function instantOf(wall: string, zone: string): number {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

function first<T>(count: number, items: Iterable<T>): T[] {
  const taken: T[] = []
  for (const item of items) if (taken.push(item) === count) break
  return taken
}
