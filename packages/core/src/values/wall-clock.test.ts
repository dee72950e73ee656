import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseTimeZone } from './time-zone.js'
import { todayIn } from './wall-clock.js'

const ZONES = [...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/')), 'UTC', 'Japan'].map((name) =>
  parseTimeZone(name),
)

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
  ])('is the day that it is in the zone: in %s at %s it is %s', (zone, now, expected) => {
    expect(todayIn(parseTimeZone(zone), new Date(now))).toBe(expected)
  })

  test('is the day that the offset of the zone makes of the instant, in every zone', () => {
    for (const zone of ZONES) {
      const longOffset = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
      fc.assert(
        fc.property(instant, (now) => {
          expect([zone, todayIn(zone, now)]).toEqual([
            zone,
            new Date(now.getTime() + offsetMs(longOffset, now)).toISOString().slice(0, 10),
          ])
        }),
        { numRuns: 20 },
      )
    }
  })
})

const instant = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

function offsetMs(format: Intl.DateTimeFormat, instant: Date): number {
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = /^GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(name)!
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}
