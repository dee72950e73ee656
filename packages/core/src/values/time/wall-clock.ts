import type { FieldRule } from '../field-rule.js'
import { isCalendarDate } from './calendar-date.js'
import type { TimeZone } from './time-zone.js'
import { offsetAtMs, offsetWhenShowingMs } from './zone-offsets.js'

declare const checked: unique symbol
/** A local date and time without a zone: `YYYY-MM-DDTHH:mm:ss`, with a four-digit year. Sorts by time. */
export type WallClock = string & { readonly [checked]: true }

export const WALL_CLOCK: FieldRule = {
  holds: (text) => parseWallClock(text) !== null,
  expected: 'must be an existing local time, without an offset: YYYY-MM-DDTHH:mm or YYYY-MM-DDTHH:mm:ss',
}

/** Parses `YYYY-MM-DDTHH:mm`, with or without seconds. Null unless both the date and the time of day exist. */
export function parseWallClock(text: string): WallClock | null {
  const match = FORM.exec(text)
  if (match === null) return null
  const [, date = '', time = '', seconds = ':00'] = match
  return isCalendarDate(date) ? (`${date}T${time}${seconds}` as WallClock) : null
}

const FORM = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?$/

/**
 * The instant when the clocks of the zone show the wall clock. A time in a gap moves forward by the length of the gap;
 * a time in an overlap means its first occurrence.
 */
export function instantAt(wall: WallClock, zone: TimeZone): Date {
  return new Date(instantAtMs(wallMsOf(wall), zone))
}

/** The wall clock that the zone shows, clamped to the years 1 to 9999. */
export function wallClockAt(instant: Date, zone: TimeZone): WallClock {
  const instantMs = instant.getTime()
  return wallClockOf(Math.min(Math.max(instantMs + offsetAtMs(zone, instantMs), FIRST_MS), LAST_MS))
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59Z')

/** The date in the zone at that instant, `YYYY-MM-DD`. */
export function todayIn(zone: TimeZone, now: Date): string {
  return wallClockAt(now, zone).slice(0, 'YYYY-MM-DD'.length)
}

/** The date in UTC, which daily quotas use. */
export function utcDayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** A wall clock as a number for arithmetic: the instant at which UTC clocks show it. */
export function wallMsOf(wall: WallClock): number {
  const year = twoDigits(wall, 0) * 100 + twoDigits(wall, 2)
  const [month, day] = [twoDigits(wall, 5), twoDigits(wall, 8)]
  const [hour, minute, second] = [twoDigits(wall, 11), twoDigits(wall, 14), twoDigits(wall, 17)]
  return Date.UTC(year + CYCLE_YEARS, month - 1, day, hour, minute, second) - CYCLE_MS
}

/** For the years 1 to 9999. Drops fractions of a second. */
export function wallClockOf(wallMs: number): WallClock {
  const date = new Date(wallMs)
  const time = `${TWO_DIGITS[date.getUTCHours()]}:${TWO_DIGITS[date.getUTCMinutes()]}:${TWO_DIGITS[date.getUTCSeconds()]}`
  return `${dateOf(date)}T${time}` as WallClock
}

function dateOf(date: Date): string {
  const year = date.getUTCFullYear()
  const century = Math.floor(year / 100)
  return `${TWO_DIGITS[century]}${TWO_DIGITS[year - century * 100]}-${TWO_DIGITS[date.getUTCMonth() + 1]}-${TWO_DIGITS[date.getUTCDate()]}`
}

/** The calendar repeats every 400 years: adding them keeps `Date.UTC` from reading years 0 to 99 as 1900 to 1999. */
const CYCLE_YEARS = 400
const CYCLE_MS = Date.UTC(2000 + CYCLE_YEARS, 0) - Date.UTC(2000, 0)

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))

function twoDigits(text: string, position: number): number {
  return text.charCodeAt(position) * 10 + text.charCodeAt(position + 1) - 11 * ZERO
}

const ZERO = '0'.charCodeAt(0)

/** `instantAt` for milliseconds. */
export function instantAtMs(wallMs: number, zone: TimeZone): number {
  return wallMs - offsetWhenShowingMs(zone, wallMs)
}
