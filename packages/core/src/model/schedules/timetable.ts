import type { Range } from '../../values/field-rule.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { WallClock } from '../../values/time/wall-clock.js'

/** On which days something occurs again, and when that ends. It has no time of day and no zone of its own. */
export type Recurrence = Pattern & End

/** Every so many days, weeks or months, from the first occurrence. */
export type Pattern = DailyPattern | WeeklyPattern | MonthlyPattern

export type DailyPattern = { readonly frequency: 'daily'; readonly interval: number }

/** In any order, and at least one. */
export type WeeklyPattern = {
  readonly frequency: 'weekly'
  readonly interval: number
  readonly daysOfWeek: readonly Weekday[]
}

/** A day past a month's end means its last one. */
export type MonthlyPattern = { readonly frequency: 'monthly'; readonly interval: number; readonly dayOfMonth: number }

export type End =
  | { readonly endType: 'never' }
  /** Inclusive, and a wall clock of the timetable's zone. */
  | { readonly endType: 'onDate'; readonly endOnDate: WallClock }
  /** Counts the occurrences that came due while the schedule was active, whatever became of them. */
  | { readonly endType: 'afterOccurrences'; readonly endAfterOccurrences: number }

export const RECURRENCE_RANGES = {
  interval: { min: 1, max: 12 },
  dayOfMonth: { min: 1, max: 31 },
  endAfterOccurrences: { min: 1, max: 10_000 },
} as const satisfies Record<string, Range>

/** As an ISO week has them. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** When a schedule sends: at a wall clock in a zone, once or again and again. */
export type Timetable = {
  /** The first occurrence, and with a recurrence the time of day of every one. */
  readonly at: WallClock
  readonly timezone: TimeZone
  /** Whether each recipient is sent to when its own clock shows that; those without one go by `timezone`. */
  readonly sendByLocalTime: boolean
  readonly recurrence: Recurrence | null
}

export type Timing = 'oneTime' | 'recurring'

export function timingOf({ recurrence }: Timetable): Timing {
  return recurrence === null ? 'oneTime' : 'recurring'
}
