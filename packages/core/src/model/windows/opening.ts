import { DAY_MS } from '../../values/time/instant.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { instantAtMs, wallClockAt, wallClockOf, wallMsOf } from '../../values/time/wall-clock.js'
import { WEEKDAYS } from '../../values/time/weekday.js'
import { holdAtMostMs, type FixedSendingHours, type SendingWindow } from './sending-windows.js'

/** A window that closes sooner than this counts as closed, so that the provider has the text before it closes. */
export const CLOSING_MS = 10_000

/** Whether a recipient may be texted now (`open`), when the next window opens, or that none opens soon enough. */
export type Opening =
  { readonly kind: 'open' } | { readonly kind: 'held'; readonly until: Date } | { readonly kind: 'never' }

/** Finds the next time at which a recipient in a zone may be texted. Examines each zone once. */
export function openingsAt(
  { windows, holidays, holdAtMost }: Pick<FixedSendingHours, 'windows' | 'holidays' | 'holdAtMost'>,
  now: Date,
): (zone: TimeZone) => Opening {
  if (windows === null) return () => OPEN
  const known = new Map<TimeZone, number | null>()
  const nowMs = now.getTime()
  const holdMs = holdAtMostMs({ holdAtMost })
  return (zone) => {
    let opens = known.get(zone)
    if (opens === undefined) known.set(zone, (opens = nextOpeningMs({ windows, holidays }, zone, now)))
    if (opens !== null && opens <= nowMs) return OPEN
    if (opens === null || opens > nowMs + holdMs) return NEVER
    return { kind: 'held', until: new Date(opens) }
  }
}

/** Not after now if a window is open. Null if none opens in the next days. */
function nextOpeningMs(hours: OpenTimes, zone: TimeZone, now: Date): number | null {
  return spansFrom(hours, zone, now).find(({ until }) => until >= now.getTime() + CLOSING_MS)?.from ?? null
}

export const OPEN: Opening = { kind: 'open' }
const NEVER: Opening = { kind: 'never' }

type OpenTimes = { readonly windows: readonly SendingWindow[]; readonly holidays: readonly string[] }

/** In milliseconds; `until` is excluded. */
type Span = { readonly from: number; readonly until: number }

/** `holdAtMost` is at most 72 hours. The day before can have a window over midnight. */
const DAYS_AHEAD = 4

/** The times around and after the instant at which the windows are open, in order; those that touch are one. */
function spansFrom(hours: OpenTimes, zone: TimeZone, now: Date): readonly Span[] {
  const today = wallMsOf(wallClockAt(now, zone))
  const midnight = today - (((today % DAY_MS) + DAY_MS) % DAY_MS)
  const days = Array.from({ length: DAYS_AHEAD + 2 }, (_, i) => midnight + (i - 1) * DAY_MS)
  const spans = days
    .flatMap((day) => spansOf(hours, day))
    .map(({ from, until }) => ({ from: instantAtMs(from, zone), until: instantAtMs(until, zone) }))
    .filter(({ from, until }) => from < until)
    .sort((one, other) => one.from - other.from)
  return joined(spans)
}

/** The spans of the windows that open on a day, by the wall clock. A holiday has none, and ends one over midnight. */
function spansOf({ windows, holidays }: OpenTimes, day: number) {
  const isHoliday = (midnight: number) => holidays.includes(wallClockOf(midnight).slice(0, 'YYYY-MM-DD'.length))
  if (isHoliday(day)) return []
  const next = day + DAY_MS
  return windows
    .filter(({ days }) => days.includes(weekdayOf(day)))
    .flatMap((window): readonly Span[] => {
      const from = day + minutesOf(window.from) * 60_000
      const until = day + minutesOf(window.to) * 60_000
      if (from < until) return [{ from, until }]
      const morning = isHoliday(next) ? [] : [{ from: next, until: until + DAY_MS }]
      return [{ from, until: next }, ...morning]
    })
}

function joined(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last === undefined || span.from > last.until) result.push(span)
    else result[result.length - 1] = { from: last.from, until: Math.max(last.until, span.until) }
  }
  return result
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(midnight: number): SendingWindow['days'][number] {
  const days = Math.round(midnight / DAY_MS)
  return WEEKDAYS[(((days + 3) % 7) + 7) % 7]!
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}
