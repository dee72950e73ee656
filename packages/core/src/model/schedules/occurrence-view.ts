import type { TimeZone } from '../../values/time/time-zone.js'
import type { WallClock } from '../../values/time/wall-clock.js'
import { clockChangeOn, isInGap, type ClockChange } from './clock-changes.js'
import type { Occurrence } from './occurrences.js'
import type { Schedule } from './schedule.js'

/** An occurrence to come, as people see it. */
export type OccurrenceView = {
  readonly at: string
  /** What the clocks of the zone should show; in a gap they show a later time. */
  readonly wallClock: WallClock
  readonly timezone: TimeZone
  readonly sendByLocalTime: boolean
  /** The change of the zone's clocks on this day. */
  readonly clockChange: ClockChange | null
  /** Whether the clocks skip the time of the occurrence, which is therefore sent later. */
  readonly isMoved: boolean
  /** Whether a client asked not to send it. */
  readonly isSkipped: boolean
}

export function occurrenceView(
  { timetable, skipped }: Pick<Schedule, 'timetable' | 'skipped'>,
  { wall, instant }: Occurrence,
): OccurrenceView {
  const { timezone, sendByLocalTime } = timetable
  return {
    at: instant.toISOString(),
    wallClock: wall,
    timezone,
    sendByLocalTime,
    clockChange: clockChangeOn(wall.slice(0, 'YYYY-MM-DD'.length), timezone),
    isMoved: isInGap(wall, timezone),
    isSkipped: skipped.includes(wall),
  }
}
