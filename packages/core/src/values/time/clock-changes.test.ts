import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { parseTimeZone } from './time-zone.js'
import { instantAt, parseWallClock, wallClockAt, type WallClock } from './wall-clock.js'

const ZONES = Intl.supportedValuesOf('timeZone').map((name) => parseTimeZone(name))

describe('a time that does not exist, and no other time,', () => {
  test.each([
    ['America/New_York', '2026-03-08T02:00', '2026-03-08T07:00:00Z', 'the first skipped time'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00Z', '02:30 becomes 03:30'],
    ['America/New_York', '2026-03-08T02:59:59', '2026-03-08T07:59:59Z', 'the last skipped time'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00Z', 'the first time after the gap'],
    ['Europe/Dublin', '2026-03-29T01:30', '2026-03-29T01:30:00Z', 'in a zone with negative DST in winter'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00Z', 'half an hour'],
    ['Antarctica/Troll', '2026-03-29T02:30', '2026-03-29T02:30:00Z', 'two hours'],
    ['Africa/Casablanca', '2026-03-22T02:30', '2026-03-22T02:30:00Z', 'after Ramadan'],
    ['Pacific/Chatham', '2026-09-27T02:50', '2026-09-26T14:05:00Z', 'at a quarter to three'],
    ['America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00:00Z', 'at midnight'],
    ['America/Nuuk', '2024-03-30T23:30', '2024-03-31T01:30:00Z', 'before midnight, onto the next day'],
    ['Asia/Pyongyang', '2018-05-04T23:45', '2018-05-04T15:15:00Z', 'half an hour before midnight'],
    ['Asia/Kathmandu', '1986-01-01T00:10', '1985-12-31T18:40:00Z', 'a quarter of an hour at the turn of a year'],
    ['Africa/Monrovia', '1972-01-07T00:30', '1972-01-07T01:14:30Z', '44 minutes and 30 seconds'],
    ['Pacific/Apia', '2011-12-30T10:00', '2011-12-30T20:00:00Z', 'a whole day'],
    ['Pacific/Kwajalein', '1993-08-21T12:00', '1993-08-22T00:00:00Z', 'a whole day'],
    ['Pacific/Kiritimati', '1994-12-31T12:00', '1994-12-31T22:00:00Z', 'the last day of a year'],
    ['Asia/Manila', '1844-12-31T12:00', '1845-01-01T03:56:08Z', 'a day before there were time zones'],
    ['Europe/Paris', '2100-03-28T02:30', '2100-03-28T01:30:00Z', 'in a year far ahead'],
  ])('moves forward by the length of the gap: %s %s (%s, %s)', (zone, wall, expected) => {
    expect(instantIn(zone, wall)).toEqual(new Date(expected))
  })
})

describe('a time that occurs once or twice', () => {
  test.each([
    ['America/New_York', '2026-11-01T00:59:59', '2026-11-01T04:59:59Z', 'the last time that occurs once'],
    ['America/New_York', '2026-11-01T01:00', '2026-11-01T05:00:00Z', 'the first time that occurs twice'],
    ['America/New_York', '2026-11-01T01:59:59', '2026-11-01T05:59:59Z', 'the last time that occurs twice'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00Z', 'the next time that occurs once'],
    ['Europe/London', '2026-10-25T01:30', '2026-10-25T00:30:00Z', 'at Greenwich'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00Z', 'east of Greenwich'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00Z', 'half an hour'],
    ['Antarctica/Troll', '2026-10-25T01:30', '2026-10-24T23:30:00Z', 'two hours'],
    ['Africa/Casablanca', '2026-02-15T02:30', '2026-02-15T01:30:00Z', 'before Ramadan'],
    ['Asia/Dhaka', '2009-12-31T23:30', '2009-12-31T16:30:00Z', 'in the last hour of a year'],
    ['America/New_York', '9999-11-07T01:30', '9999-11-07T05:30:00Z', 'in a year far ahead'],
  ])('is converted to the first instant at which clocks show it: %s %s (%s, %s)', (zone, wall, expected) => {
    expect(instantIn(zone, wall)).toEqual(new Date(expected))
  })
})

describe('a time with one instant', () => {
  test.each([
    ['America/Recife', '2000-10-10T12:00', '2000-10-10T14:00:00Z', 'in summer time that lasts one week'],
    ['Asia/Gaza', '2040-10-23T12:00', '2040-10-23T09:00:00Z', 'in summer time that lasts one week'],
    ['Africa/Casablanca', '2026-03-01T12:00', '2026-03-01T12:00:00Z', 'in Ramadan'],
    ['Australia/Sydney', '2329-10-06T00:30', '2329-10-05T14:30:00Z', 'hours before a change, on another day by UTC'],
    ['America/Santiago', '2026-04-04T22:30', '2026-04-05T01:30:00Z', 'hours before a change, on another day by UTC'],
    ['Africa/Monrovia', '1971-12-31T12:00', '1971-12-31T12:44:30Z', 'with seconds in the offset'],
    ['Pacific/Apia', '2011-12-29T10:00', '2011-12-29T20:00:00Z', 'the day before a skipped day'],
    ['Pacific/Apia', '2011-12-31T10:00', '2011-12-30T20:00:00Z', 'the day after a skipped day'],
    ['America/Juneau', '1867-10-18T12:00', '1867-10-17T20:57:41Z', 'when Alaska was still Russian'],
    ['Europe/Paris', '0001-01-01T00:00', '0000-12-31T23:50:39Z', 'in local mean time'],
    ['Asia/Tokyo', '9999-12-31T23:59:59', '9999-12-31T14:59:59Z', 'the last wall clock'],
    ['America/New_York', '9999-12-31T23:59:59', '+010000-01-01T04:59:59Z', 'the last, in the next year by UTC'],
  ])('is converted to that instant: %s %s (%s, %s)', (zone, wall, expected) => {
    expect(instantIn(zone, wall)).toEqual(new Date(expected))
    expect(wallClockAt(new Date(expected), parseTimeZone(zone))).toBe(parseWallClock(wall))
  })
})

describe('in every zone', () => {
  test('the instants of wall clocks around a clock change match Temporal', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), instants('1970-01-01', '2037-12-01'), (zone, since) => {
        const change = changeAfter(zone, since)
        if (change === null) return
        for (const wall of wallsAround(zone, change)) expectAsTemporal(zone, wall)
      }),
      { seed: 2, numRuns: 120 },
    )
  })

  test.each([
    ['0001-01-01', '1970-01-01', 1],
    ['1970-01-01', '2038-01-01', 3],
    ['2038-01-01', '2100-01-01', 1],
    ['2100-01-01', '9999-12-30', 1],
  ])('the instants from %s to %s match Temporal', (from, to, numRuns) => {
    for (const zone of ZONES) {
      fc.assert(
        fc.property(instants(from, to), (instant) => {
          expectAsTemporal(zone, instant.toISOString().slice(0, 19) as WallClock)
        }),
        { seed: 3, numRuns },
      )
    }
  })

  test('the instant does not depend on earlier calls for other years', () => {
    const zone = parseTimeZone('America/New_York')
    const years = Array.from({ length: 200 }, (_, index) => String(1950 + index))
    const ask = () => years.map((year) => instantAt(`${year}-07-04T12:00:00` as WallClock, zone).toISOString())
    expect(ask()).toEqual(ask())
  })
})

function instantIn(zone: string, wall: string): Date {
  return instantAt(parseWallClock(wall)!, parseTimeZone(zone))
}

function instants(from: string, to: string): fc.Arbitrary<Date> {
  return fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
}

function changeAfter(zone: string, since: Date): Temporal.ZonedDateTime | null {
  return temporalAt(zone, since).getTimeZoneTransition('next')
}

/**
 * Times at the edges and in the middle of the gap or overlap: up to a minute away, and one day before and after.
 */
function wallsAround(zone: string, change: Temporal.ZonedDateTime): WallClock[] {
  const before = temporalAt(zone, new Date(change.epochMilliseconds - 1))
    .toPlainDateTime()
    .round('second')
  const after = change.toPlainDateTime()
  const edges = [before, after, middle(before, after)]
  const steps = [
    { days: -1 },
    { minutes: -1 },
    { seconds: -1 },
    { seconds: 0 },
    { seconds: 1 },
    { minutes: 1 },
    { days: 1 },
  ]
  return edges.flatMap((edge) => steps.map((step) => edge.add(step).toString({ smallestUnit: 'second' }) as WallClock))
}

function middle(one: Temporal.PlainDateTime, other: Temporal.PlainDateTime): Temporal.PlainDateTime {
  return one.add({ seconds: Math.trunc(one.until(other).total('seconds') / 2) })
}

function expectAsTemporal(zone: string, wall: WallClock): void {
  const expected = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' })
  const instant = instantAt(wall, parseTimeZone(zone))
  expect([zone, wall, instant.getTime()]).toEqual([zone, wall, expected.epochMilliseconds])
  expect([zone, wall, wallClockAt(instant, parseTimeZone(zone))]).toEqual([zone, wall, shownBy(expected)])
}

function shownBy(time: Temporal.ZonedDateTime): string {
  return time.toPlainDateTime().toString({ smallestUnit: 'second' })
}

function temporalAt(zone: string, instant: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
}
