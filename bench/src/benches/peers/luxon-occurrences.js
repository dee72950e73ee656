import { DateTime } from 'luxon'

/** The instant of a wall clock, in milliseconds. */
export function instantByLuxon(wall, zone) {
  return DateTime.fromISO(wall, { zone }).toMillis()
}

/** The next occurrence, the simple way: skips as many whole periods as fit, then tries one occurrence after another. */
export function nextByLuxon({ at, timezone, recurrence }, after) {
  const first = DateTime.fromISO(at, { zone: timezone })
  if (first.toMillis() > after.getTime()) return first.toJSDate()
  for (const next of followingBy(recurrence, first, DateTime.fromJSDate(after, { zone: timezone })))
    if (next > first && next.toMillis() > after.getTime()) return next.toJSDate()
}

const DAY = 86_400_000
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

function* followingBy({ frequency, interval, daysOfWeek, dayOfMonth }, first, now) {
  if (frequency === 'daily') {
    const skipped = Math.floor((now - first) / DAY / interval) * interval
    for (let days = skipped; ; days += interval) yield first.plus({ days })
  } else if (frequency === 'weekly') {
    const weekdays = daysOfWeek.map((day) => WEEKDAYS.indexOf(day) + 1).toSorted((a, b) => a - b)
    const skipped = Math.max(0, Math.floor((now - first) / DAY / 7 / interval) - 1) * interval
    for (let weeks = skipped; ; weeks += interval)
      for (const weekday of weekdays) yield first.plus({ weeks }).set({ weekday })
  } else {
    const skipped = Math.floor((12 * (now.year - first.year) + now.month - first.month) / interval) * interval
    for (let months = skipped; ; months += interval) {
      const month = first.startOf('month').plus({ months })
      const { hour, minute, second } = first
      yield month.set({ day: Math.min(dayOfMonth, month.daysInMonth), hour, minute, second })
    }
  }
}
