import { addDays, addWeeks, formatISO, nextMonday } from 'date-fns'
import { fromZonedTime, getTimezoneOffset } from 'date-fns-tz'

export type ClockChange = {
  /** The last Monday before the clocks change, and the first one after it: `2027-03-08`. */
  readonly mondays: readonly [string, string]
  /** The Sunday between them. */
  readonly sunday: string
  readonly isForward: boolean
}

/** The next change of the clocks in a zone that changes them on Sundays. */
export function nextClockChange(zone: string, now = new Date()): ClockChange {
  const offsetOn = (day: Date) => getTimezoneOffset(zone, fromZonedTime(`${isoOf(day)}T12:00`, zone))
  let monday = nextMonday(now)
  while (offsetOn(monday) === offsetOn(addWeeks(monday, 1))) monday = addWeeks(monday, 1)
  const after = addWeeks(monday, 1)
  return {
    mondays: [isoOf(monday), isoOf(after)],
    sunday: isoOf(addDays(after, -1)),
    isForward: offsetOn(after) > offsetOn(monday),
  }
}

const isoOf = (day: Date) => formatISO(day, { representation: 'date' })
