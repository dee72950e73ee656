import type { TimeZone } from '../../values/time/time-zone.js'
import { instantAt, type WallClock } from '../../values/time/wall-clock.js'
import { SUPPORTED_ZONES } from '../contacts/timezone.js'
import type { Occurrence } from './occurrences.js'
import type { NextOccurrence } from './schedule.js'
import type { Timetable } from './timetable.js'

/** A zone in which an occurrence is sent, and the time of that send. */
export type SendTime = { readonly zone: TimeZone; readonly at: Date }

/** The sends of an occurrence in order of time: a single one, or, by local time, one for each possible contact zone. */
export function sendTimesOf({ timezone, sendByLocalTime }: Timetable, wall: WallClock): readonly SendTime[] {
  const zones = sendByLocalTime
    ? new Set([timezone, ...(SUPPORTED_ZONES as readonly string[] as TimeZone[])])
    : [timezone]
  const times = [...zones].map((zone) => ({ zone, at: instantAt(wall, zone) }))
  return times.sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** The occurrence as the `next` of its schedule: it has not begun yet. */
export function awaited(timetable: Timetable, { wall, instant }: Occurrence): NextOccurrence {
  return { wall, instant, beginsAt: sendTimesOf(timetable, wall)[0]!.at, isOpen: false }
}
