import { isCalendarDate } from './calendar-date.js'
import type { FieldRule } from '../field-rule.js'
import { quote } from '../text/text.js'

/** The time has two-digit parts, up to 23:59:59. */
const FORM =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** A date and time with its offset from UTC. */
export const INSTANT: FieldRule = {
  holds: (text) => isCalendarDate(FORM.exec(text)?.[1] ?? ''),
  expected: 'must be an ISO 8601 time with a UTC offset, such as 2026-03-01T12:00:00Z',
  got: quote,
}

/** The length of a day in UTC, where all days are equally long. */
export const DAY_MS = 86_400_000

export const HOUR_MS = 3_600_000

export function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}

let last = { ms: NaN, text: '' }
let beforeThat = last

/**
 * The instant in ISO 8601. Caches the last two: a step usually formats only one or two instants, such as the creation
 * and the sending of a message, and formatting one takes longer than building the rest of a row or an event.
 */
export function isoOf(instant: Date): string {
  const ms = instant.getTime()
  if (ms !== last.ms) {
    const other = beforeThat
    beforeThat = last
    last = ms === other.ms ? other : { ms, text: instant.toISOString() }
  }
  return last.text
}
