import type { Range } from '../../values/field-rule.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { WallClock } from '../../values/time/wall-clock.js'
import type { Weekday } from '../../values/time/weekday.js'

/** The days of a recurrence, and its end. The time of day and the zone come from the timetable. */
export type Recurrence = Pattern & End

/** Every `interval` days, weeks or months, from the first occurrence. */
export type Pattern = DailyPattern | WeeklyPattern | MonthlyPattern

export type DailyPattern = { readonly frequency: 'daily'; readonly interval: number }

/** The weekdays, at least one, in any order. */
export type WeeklyPattern = {
  readonly frequency: 'weekly'
  readonly interval: number
  readonly daysOfWeek: readonly Weekday[]
}

/** A day past the end of a month means its last day. */
export type MonthlyPattern = { readonly frequency: 'monthly'; readonly interval: number; readonly dayOfMonth: number }

export type End =
  | { readonly endType: 'never' }
  /** Inclusive; a wall clock in the timetable's zone. */
  | { readonly endType: 'onDate'; readonly endOnDate: WallClock }
  /** Counts the occurrences that have begun, whatever the status of their sends. */
  | { readonly endType: 'afterOccurrences'; readonly endAfterOccurrences: number }

export const RECURRENCE_RANGES = {
  interval: { min: 1, max: 12 },
  dayOfMonth: { min: 1, max: 31 },
  endAfterOccurrences: { min: 1, max: 10_000 },
} as const satisfies Record<string, Range>

/** In the order of an ISO week. */
/** When a schedule sends: at a wall clock in a zone, once or repeatedly. */
export type Timetable = {
  /** The first occurrence; with a recurrence, also the time of day of every occurrence. */
  readonly at: WallClock
  readonly timezone: TimeZone
  /** Whether the wall clock applies in each recipient's own zone, or in `timezone` for a recipient without a zone. */
  readonly sendByLocalTime: boolean
  readonly recurrence: Recurrence | null
}

export type Timing = 'oneTime' | 'recurring'

export function timingOf({ recurrence }: Timetable): Timing {
  return recurrence === null ? 'oneTime' : 'recurring'
}
