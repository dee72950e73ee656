import { addDays, addMonths, addWeeks, differenceInCalendarMonths, format, getDaysInMonth, parseISO } from 'date-fns'
import { setDate, setISODay } from 'date-fns'
import { fromZonedTime } from 'date-fns-tz'

/** The instant of a wall clock, in milliseconds. */
export function instantByDateFnsTz(wall, zone) {
  return fromZonedTime(wall, zone).getTime()
}

/**
 * The next occurrence, the simple way: computes with wall clocks as dates in the host's zone, skips as many whole
 * periods as fit, then tries one occurrence after another, each converted to its zone.
 */
export function nextByDateFnsTz({ at, timezone, recurrence }, after) {
  const first = parseISO(at)
  for (const wall of wallsFrom(recurrence, first, after)) {
    if (wall < first) continue
    const next = fromZonedTime(format(wall, "yyyy-MM-dd'T'HH:mm:ss"), timezone)
    if (next > after) return next
  }
}

const DAY = 86_400_000
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

function* wallsFrom({ frequency, interval, daysOfWeek, dayOfMonth }, first, after) {
  if (frequency === 'daily') {
    const skipped = Math.max(0, Math.floor((after - first) / DAY / interval) - 1) * interval
    for (let days = skipped; ; days += interval) yield addDays(first, days)
  } else if (frequency === 'weekly') {
    const weekdays = daysOfWeek.map((day) => WEEKDAYS.indexOf(day) + 1).toSorted((a, b) => a - b)
    const skipped = Math.max(0, Math.floor((after - first) / DAY / 7 / interval) - 1) * interval
    for (let weeks = skipped; ; weeks += interval)
      for (const weekday of weekdays) yield setISODay(addWeeks(first, weeks), weekday)
  } else {
    const skipped = Math.max(0, Math.floor(differenceInCalendarMonths(after, first) / interval) - 1) * interval
    for (let months = skipped; ; months += interval) {
      const month = addMonths(setDate(first, 1), months)
      yield setDate(month, Math.min(dayOfMonth, getDaysInMonth(month)))
    }
  }
}
