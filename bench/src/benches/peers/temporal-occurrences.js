import { Temporal } from 'temporal-polyfill'

/** The instant of a wall clock, in milliseconds. */
export function instantByTemporal(wall, zone) {
  return instantOf(Temporal.PlainDateTime.from(wall), zone)
}

function instantOf(wall, zone) {
  return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** The next occurrence, the simple way: skips as many whole periods as fit, then tries one occurrence after another. */
export function nextByTemporal({ at, timezone, recurrence }, after) {
  const first = Temporal.PlainDateTime.from(at)
  if (instantOf(first, timezone) > after.getTime()) return new Date(instantOf(first, timezone))
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  for (const date of datesFrom(recurrence, first.toPlainDate(), today)) {
    const wall = date.toPlainDateTime(first)
    if (Temporal.PlainDateTime.compare(wall, first) <= 0) continue
    const next = instantOf(wall, timezone)
    if (next > after.getTime()) return new Date(next)
  }
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Starts a day before today, because a zone may have skipped a day. */
function* datesFrom({ frequency, interval, daysOfWeek, dayOfMonth }, first, today) {
  const passed = Math.max(0, first.until(today).days - 1)
  if (frequency === 'daily') {
    for (let days = Math.floor(passed / interval) * interval; ; days += interval) yield first.add({ days })
  } else if (frequency === 'weekly') {
    const monday = first.subtract({ days: first.dayOfWeek - 1 })
    const weekdays = daysOfWeek.map((day) => WEEKDAYS.indexOf(day)).toSorted((a, b) => a - b)
    for (let weeks = Math.floor(passed / 7 / interval) * interval; ; weeks += interval)
      for (const weekday of weekdays) yield monday.add({ days: 7 * weeks + weekday })
  } else {
    const month = first.with({ day: 1 })
    const skipped = Math.max(0, 12 * (today.year - first.year) + today.month - first.month - 1)
    for (let months = Math.floor(skipped / interval) * interval; ; months += interval)
      yield month.add({ months }).with({ day: dayOfMonth })
  }
}
