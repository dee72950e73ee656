import { DAY_MS } from '../../values/time/instant.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { instantAt, wallMsOf, type WallClock } from '../../values/time/wall-clock.js'
import { offsetAtMs } from '../../values/time/zone-offsets.js'

/** `gap`: a day on which the clocks of a zone skip some time. `overlap`: a day on which they repeat some time. */
export type ClockChange = 'gap' | 'overlap'

/** The change of the zone's clocks on this day, `YYYY-MM-DD`; null on nearly all days. */
export function clockChangeOn(day: string, zone: TimeZone): ClockChange | null {
  const nextDay = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, day.length)
  // Each day includes a change at the midnight that it begins with.
  const change = offsetBefore(nextDay, zone) - offsetBefore(day, zone)
  if (change === 0) return null
  return change > 0 ? 'gap' : 'overlap'
}

/** Whether the clocks of the zone skip this time, so that the send is moved forward by the length of the gap. */
export function isInGap(wall: WallClock, zone: TimeZone): boolean {
  const instantMs = instantAt(wall, zone).getTime()
  return instantMs + offsetAtMs(zone, instantMs) !== wallMsOf(wall)
}

function offsetBefore(day: string, zone: TimeZone): number {
  return offsetAtMs(zone, instantAt(`${day}T00:00:00` as WallClock, zone).getTime() - 1)
}
