import { WEEKDAYS } from '../../values/time/weekday.js'
import { minutesOf } from './opening.js'
import type { SendingWindow } from './sending-windows.js'

const DAY_MINUTES = 1_440
const WEEK_MINUTES = WEEKDAYS.length * DAY_MINUTES

/** The share of a week in which at least one of the windows is open: from 0 to 1, and 1 without windows. */
export function openShareOf(windows: readonly SendingWindow[] | null): number {
  if (windows === null) return 1
  const isOpen = new Uint8Array(WEEK_MINUTES)
  for (const { days, from, to } of windows) {
    const opens = minutesOf(from)
    const closes = minutesOf(to)
    const length = closes > opens ? closes - opens : closes - opens + DAY_MINUTES
    for (const day of days) {
      const start = WEEKDAYS.indexOf(day) * DAY_MINUTES + opens
      for (let minute = start; minute < start + length; minute++) isOpen[minute % WEEK_MINUTES] = 1
    }
  }
  return isOpen.reduce((sum, one) => sum + one, 0) / WEEK_MINUTES
}
