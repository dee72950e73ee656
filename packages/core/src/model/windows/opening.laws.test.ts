import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { parseTimeZone, type TimeZone } from '../../values/time/time-zone.js'
import { SUPPORTED_ZONES } from '../contacts/timezone.js'
import { CLOSING_MS, openingsAt } from './opening.js'
import { WEEKDAYS } from '../../values/time/weekday.js'
import { type FixedSendingHours, type SendingWindow } from './sending-windows.js'

/** All zones of contacts, and zones with odd offsets, changes at midnight, by half an hour, by a day, or in the other half-year. */
const ZONES = [
  ...SUPPORTED_ZONES,
  ...'America/Phoenix America/Detroit America/Adak America/Boise America/Indiana/Knox America/Puerto_Rico'.split(' '),
  ...'America/St_Johns America/Havana America/Santiago America/Asuncion America/Sao_Paulo America/Godthab'.split(' '),
  ...'America/Mexico_City America/Caracas Atlantic/Azores Europe/London Europe/Dublin Europe/Paris Europe/Berlin'.split(
    ' ',
  ),
  ...'Europe/Kyiv Europe/Istanbul Europe/Moscow Africa/Casablanca Africa/Cairo Africa/Lagos Asia/Beirut'.split(' '),
  ...'Asia/Jerusalem Asia/Tehran Asia/Kabul Asia/Karachi Asia/Kolkata Asia/Kathmandu Asia/Yangon Asia/Shanghai'.split(
    ' ',
  ),
  ...'Asia/Tokyo Australia/Adelaide Australia/Lord_Howe Australia/Sydney Pacific/Auckland Pacific/Chatham'.split(' '),
  ...'Pacific/Apia Pacific/Kiritimati UTC'.split(' '),
].map(parseTimeZone)

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59))
  .map(([hour, minute]) => `${pad(hour)}:${pad(minute)}`)
const windows = fc.array(
  fc.record<SendingWindow>({
    days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    from: time,
    to: fc.oneof({ weight: 4, arbitrary: time }, { weight: 1, arbitrary: fc.constant('24:00') }),
  }),
  { minLength: 1, maxLength: 3 },
)

describe('for any windows, zone and instant', () => {
  test('a recipient is texted or held exactly as a minute-by-minute search with Temporal says', () => {
    fc.assert(
      fc.property(
        windows,
        fc.constantFrom(...ZONES),
        instants(),
        fc.integer({ min: 0, max: 3 }),
        (some, zone, ms, day) => {
          const holiday = Temporal.Instant.fromEpochMilliseconds(ms)
            .toZonedDateTimeISO(zone)
            .toPlainDate()
            .add({ days: day })
          const rules = { windows: some, holidays: [holiday.toString()], holdAtMost: '72h', zone }
          const found = openingsAt(rules, new Date(ms))(zone)
          const expected = searched(rules, zone, ms)
          expect([rules, new Date(ms), found.kind === 'held' ? found.until.getTime() : found.kind]).toEqual([
            rules,
            new Date(ms),
            expected,
          ])
        },
      ),
      { seed: 15, numRuns: 250 },
    )
  })
})

/** Half of them are within a day of a change of the clocks. */
function instants() {
  const minutes = fc.integer({ min: Date.UTC(2024, 0) / 60_000, max: Date.UTC(2030, 0) / 60_000 })
  const changes = fc
    .tuple(fc.constantFrom(...ZONES), minutes, fc.integer({ min: -1_440, max: 1_440 }))
    .map(([zone, minute, near]) => {
      const at = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(zone)
      const change = at.getTimeZoneTransition('next')
      return (change === null ? minute : Math.round(change.epochMilliseconds / 60_000)) + near
    })
  return fc.oneof(minutes, changes).map((minute) => minute * 60_000)
}

/** Walks through the next 72 hours, and asks every minute whether a window is open. */
function searched(rules: FixedSendingHours, zone: TimeZone, ms: number): 'open' | 'never' | number {
  const open = spans(rules, zone, ms)
  const isOpen = (at: number) => open.some(([from, until]) => from <= at && at < until)
  if (isOpen(ms) && isOpen(ms + CLOSING_MS - 1)) return 'open'
  for (let at = ms + 60_000; at <= ms + 72 * 3_600_000; at += 60_000) if (isOpen(at) && at > ms) return at
  return 'never'
}

/** The windows of the days around the instant, split at midnight, with the instants that Temporal gives their ends. */
function spans(
  { windows: some, holidays }: FixedSendingHours,
  zone: TimeZone,
  ms: number,
): readonly [number, number][] {
  const today = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate()
  const result: [number, number][] = []
  for (let ahead = -2; ahead <= 5; ahead++) {
    const day = today.add({ days: ahead })
    for (const { days, from, to } of some ?? []) {
      if (!days.includes(WEEKDAYS[day.dayOfWeek - 1]!) || holidays.includes(day.toString())) continue
      const next = day.add({ days: 1 })
      const midnight = instantOf(next, '00:00', zone)
      const isOverMidnight = to !== '24:00' && from >= to
      if (!isOverMidnight) {
        result.push([instantOf(day, from, zone), to === '24:00' ? midnight : instantOf(day, to, zone)])
        continue
      }
      result.push([instantOf(day, from, zone), midnight])
      if (!holidays.includes(next.toString())) result.push([midnight, instantOf(next, to, zone)])
    }
  }
  return result
}

function instantOf(day: Temporal.PlainDate, at: string, zone: TimeZone): number {
  return day.toPlainDateTime(Temporal.PlainTime.from(at)).toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
