import { DAY_MS } from '../../values/time/instant.js'
import { instantAt, instantAtMs, wallClockOf, wallMsOf, type WallClock } from '../../values/time/wall-clock.js'
import { patternDayFrom } from './pattern-days.js'
import type { Pattern, Recurrence, Timetable } from './timetable.js'

/** One time at which a schedule sends. The wall clock, in the schedule's zone, identifies the occurrence. */
export type Occurrence = { readonly wall: WallClock; readonly instant: Date }

/** The occurrence at `at`, whether or not the pattern includes that day. */
export function firstOccurrence({ at, timezone }: Timetable): Occurrence {
  return { wall: at, instant: instantAt(at, timezone) }
}

type Since = {
  /** Only occurrences strictly after this instant are returned; if it is absent, all occurrences are. */
  readonly after?: Date
  /** The number of occurrences counted so far. Each returned occurrence adds one. */
  readonly occurred?: number
}

/** The next occurrences in order, computed lazily; the sequence may be infinite. */
export function* occurrences(
  timetable: Timetable,
  { after = BEGINNING, occurred = 0 }: Since = {},
): Generator<Occurrence> {
  let count = occurred
  let next = nextOccurrence(timetable, after, count)
  while (next !== null) {
    yield next
    count++
    next = nextOccurrence(timetable, next.instant, count)
  }
}

/** The earliest instant that a `Date` can hold. */
const BEGINNING = new Date(-8.64e15)

/**
 * The first occurrence strictly after the instant, given `occurred` occurrences so far; null if there is none.
 * This takes as long for tomorrow as for the year 9999. If two occurrences have the same instant because the zone
 * skipped a day, only the first is returned.
 */
export function nextOccurrence(timetable: Timetable, after: Date, occurred = 0): Occurrence | null {
  const { recurrence } = timetable
  if (recurrence !== null && haveAllOccurred(recurrence, occurred)) return null
  const next = firstAfter(timetable, after.getTime())
  if (next === null || next.instant.getTime() > LAST_INSTANT_MS) return null
  return recurrence !== null && isOver(recurrence, next.wall) ? null : next
}

function haveAllOccurred(recurrence: Recurrence, occurred: number): boolean {
  return recurrence.endType === 'afterOccurrences' && occurred >= recurrence.endAfterOccurrences
}

function isOver(recurrence: Recurrence, wall: WallClock): boolean {
  return recurrence.endType === 'onDate' && wall > recurrence.endOnDate
}

/** The year of any later instant has more than four digits. */
const LAST_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z')

function firstAfter(timetable: Timetable, afterMs: number): Occurrence | null {
  const { at, timezone, recurrence } = timetable
  const instantMs = instantAtMs(wallMsOf(at), timezone)
  if (instantMs > afterMs) return { wall: at, instant: new Date(instantMs) }
  return recurrence === null ? null : firstRepetitionAfter(timetable, recurrence, afterMs)
}

/** No zone was ever this far behind UTC: a wall clock that UTC passed this long ago has passed in every zone. */
const OFFSET_MAX_MS = DAY_MS * (16 / 24)

function firstRepetitionAfter({ at, timezone }: Timetable, pattern: Pattern, afterMs: number): Occurrence | null {
  const atMs = wallMsOf(at)
  const start = Math.floor(atMs / DAY_MS)
  const timeOfDay = atMs - start * DAY_MS
  let day = Math.max(start, Math.floor((afterMs - OFFSET_MAX_MS - timeOfDay) / DAY_MS))
  for (;;) {
    day = patternDayFrom(pattern, { start, from: day + 1 })
    const wallMs = day * DAY_MS + timeOfDay
    if (wallMs > LAST_INSTANT_MS) return null
    const instantMs = instantAtMs(wallMs, timezone)
    if (instantMs > afterMs) return { wall: wallClockOf(wallMs), instant: new Date(instantMs) }
  }
}
