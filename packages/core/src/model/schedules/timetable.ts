import type { TimeZone } from '../../values/time/time-zone.js'
import type { WallClock } from '../../values/time/wall-clock.js'
import type { Recurrence } from './recurrence.js'

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
