import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseTimeZone } from './time-zone.js'
import { parseWallClock, todayIn, wallClockAt, WALL_CLOCK } from './wall-clock.js'

const ZONES = [...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/')), 'UTC', 'Japan'].map((name) =>
  parseTimeZone(name),
)

describe('a wall clock', () => {
  test.each([
    ['2026-03-08T02:30', '2026-03-08T02:30:00'],
    ['2026-03-08T02:30:59', '2026-03-08T02:30:59'],
    ['2024-02-29T00:00', '2024-02-29T00:00:00'],
    ['2000-02-29T23:59:59', '2000-02-29T23:59:59'],
    ['0001-01-01T00:00', '0001-01-01T00:00:00'],
    ['9999-12-31T23:59', '9999-12-31T23:59:00'],
  ])('is a date and a time with optional seconds: %s', (text, expected) => {
    expect(parseWallClock(text)).toBe(expected)
    expect(WALL_CLOCK.holds(text)).toBe(true)
  })

  test.each([
    '',
    '2026-03-08',
    '2026-03-08T02',
    '2026-03-08T02:3',
    '2026-03-08T2:30',
    '2026-3-8T02:30',
    '26-03-08T02:30',
    '2026-03-08 02:30',
    '2026-03-08t02:30',
    '20260308T0230',
    '2026-W10-7T02:30',
    '2026-03-08T02:30:',
    '2026-03-08T02:30:1',
    '2026-03-08T02:30:00.000',
    '2026-03-08T02:30:00,5',
  ])('has no other form: not %j', (text) => {
    expect(parseWallClock(text)).toBeNull()
    expect(WALL_CLOCK.holds(text)).toBe(false)
  })

  test.each([
    '2026-03-08T02:30Z',
    '2026-03-08T02:30:00z',
    '2026-03-08T02:30+00:00',
    '2026-03-08T02:30:00-05:00',
    '2026-03-08T02:30[America/New_York]',
    ' 2026-03-08T02:30',
    '2026-03-08T02:30 ',
    '2026-03-08T02:30\n',
    '+2026-03-08T02:30',
    '-2026-03-08T02:30',
    '+002026-03-08T02:30',
    '12026-03-08T02:30',
    '２026-03-08T02:30',
    '2026-03-08T０2:30',
    '٢٠٢٦-03-08T02:30',
    '2026‐03‐08T02:30',
  ])('has no offset, no other digits and no surrounding text: not %j', (text) => {
    expect(parseWallClock(text)).toBeNull()
  })

  test.each([
    '2026-02-29T12:00',
    '2100-02-29T12:00',
    '2026-04-31T12:00',
    '2026-00-10T12:00',
    '2026-13-10T12:00',
    '2026-01-00T12:00',
    '2026-01-32T12:00',
    '0000-01-01T12:00',
    '2026-01-01T24:00',
    '2026-01-01T24:00:00',
    '2026-01-01T29:00',
    '2026-01-01T12:60',
    '2026-12-31T23:59:60',
    '2026-01-01T12:00:99',
  ])('is an existing date and a time from 00:00:00 to 23:59:59: not %s', (text) => {
    expect(parseWallClock(text)).toBeNull()
  })

  test('sorts by time', () => {
    const sorted = ['0001-01-01T00:00', '0999-12-31T23:59:59', '1000-01-01T00:00', '2026-03-08T02:30']
    const walls = [...sorted, '2026-03-08T02:30:01', '2026-10-01T00:00', '9999-12-31T23:59'].map(parseWallClock)
    expect(walls.toReversed().toSorted()).toEqual(walls)
  })

  test('in the zone UTC is the UTC time to the second, for instants in the years 1 to 9999', () => {
    const utc = parseTimeZone('UTC')
    const instants = fc.date({ min: new Date('0001-01-01'), max: LAST_INSTANT, noInvalidDate: true })
    fc.assert(
      fc.property(instants, (instant) => {
        const wall = wallClockAt(instant, utc)
        expect(wall).toBe(instant.toISOString().slice(0, 19))
        expect(parseWallClock(wall)).toBe(wall)
      }),
      { seed: 1, numRuns: 2_000 },
    )
  })

  test('is clamped to the years 1 to 9999', () => {
    const kiritimati = parseTimeZone('Pacific/Kiritimati')
    const newYork = parseTimeZone('America/New_York')
    expect(wallClockAt(LAST_INSTANT, newYork)).toBe('9999-12-31T18:59:59')
    expect(wallClockAt(LAST_INSTANT, kiritimati)).toBe('9999-12-31T23:59:59')
    expect(wallClockAt(new Date(8.64e15), newYork)).toBe('9999-12-31T23:59:59')
    expect(wallClockAt(new Date('0001-01-01T00:00:00Z'), newYork)).toBe('0001-01-01T00:00:00')
    expect(wallClockAt(new Date(-8.64e15), newYork)).toBe('0001-01-01T00:00:00')
  })
})

describe('today', () => {
  test.each([
    ['UTC', '2026-03-01T23:59:59.999Z', '2026-03-01'],
    ['UTC', '2026-03-02T00:00:00.000Z', '2026-03-02'],
    ['America/New_York', '2026-03-02T04:59:59.999Z', '2026-03-01'],
    ['America/New_York', '2026-03-02T05:00:00.000Z', '2026-03-02'],
    ['America/New_York', '2026-07-01T04:00:00.000Z', '2026-07-01'],
    ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01'],
    ['Pacific/Pago_Pago', '2026-01-01T10:59:59.999Z', '2025-12-31'],
    ['Asia/Kathmandu', '2024-02-28T18:15:00.000Z', '2024-02-29'],
  ])('is the current day in the zone: in %s at %s it is %s', (zone, now, expected) => {
    expect(todayIn(parseTimeZone(zone), new Date(now))).toBe(expected)
  })

  test('is the day of the instant plus the offset of the zone, in every zone', () => {
    for (const zone of ZONES) {
      const longOffset = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
      fc.assert(
        fc.property(instant, (now) => {
          expect([zone, todayIn(zone, now)]).toEqual([
            zone,
            new Date(now.getTime() + offsetMs(longOffset, now)).toISOString().slice(0, 10),
          ])
        }),
        { numRuns: 5 },
      )
    }
  })
})

const LAST_INSTANT = new Date('9999-12-31T23:59:59.999Z')
const instant = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

function offsetMs(format: Intl.DateTimeFormat, instant: Date): number {
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = /^GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(name)!
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}
