import { Temporal } from 'temporal-polyfill'

export const SIX_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/**
 * The occurrences of a timetable as the contract defines them, computed with `temporal-polyfill` alone: one date after
 * another from the first, which is slow but hard to get wrong.
 */
export class Calendar {
  #dates
  #known = []

  constructor(timetable) {
    this.timetable = timetable
    this.first = Temporal.PlainDateTime.from(timetable.at)
    this.#dates = datesOf(this.first.toPlainDate(), timetable.recurrence)
  }

  /** The nth occurrence, from 0, with the instant of each of its sends, earliest first; null if there are fewer. */
  occurrence(n) {
    while (this.#known.length <= n) {
      const { value: date } = this.#dates.next()
      if (date === undefined) return null
      this.#known.push(this.#occurrenceOn(date))
    }
    return this.#known[n]
  }

  #occurrenceOn(date) {
    const { timezone, sendByLocalTime, recurrence } = this.timetable
    const wall = date.toPlainDateTime(this.first)
    if (recurrence?.endType === 'onDate' && Temporal.PlainDateTime.compare(wall, recurrence.endOnDate) > 0) return null
    const zones = sendByLocalTime ? [...new Set([timezone, ...SIX_ZONES])] : [timezone]
    const times = zones
      .map((zone) => ({ zone, atMs: instantOf(wall, zone) }))
      .sort((one, other) => one.atMs - other.atMs)
    return { wall, times, atMs: instantOf(wall, timezone), beginsMs: times[0].atMs }
  }
}

/** The wall clock of the zone at that instant. */
export function wallAt(ms, zone) {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime()
}

/** The date as `{{current_date}}` renders it. */
export function dateShownAt(ms, zone) {
  const { year, month, day } = wallAt(ms, zone)
  return `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/${year}`
}

/** The instants of the zone's clock changes within the span. */
export function* clockChanges(zone, { fromMs, untilMs }) {
  let next = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (next !== null && next.epochMilliseconds < untilMs) {
    yield next.epochMilliseconds
    next = next.getTimeZoneTransition('next')
  }
}

function instantOf(wall, zone) {
  return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

function* datesOf(first, recurrence) {
  yield first
  if (recurrence === null) return
  const { frequency, interval, daysOfWeek, dayOfMonth } = recurrence
  if (frequency === 'daily') {
    for (let n = 1; ; n++) yield first.add({ days: n * interval })
  } else if (frequency === 'weekly') {
    const monday = mondayOf(first)
    for (let date = first.add({ days: 1 }); ; date = date.add({ days: 1 })) {
      const weeks = monday.until(mondayOf(date)).days / 7
      if (weeks % interval === 0 && daysOfWeek.includes(WEEKDAYS[date.dayOfWeek - 1])) yield date
    }
  } else {
    const month = first.with({ day: 1 })
    for (let n = 0; ; n++) {
      const date = month.add({ months: n * interval }).with({ day: dayOfMonth })
      if (Temporal.PlainDate.compare(date, first) > 0) yield date
    }
  }
}

function mondayOf(date) {
  return date.subtract({ days: date.dayOfWeek - 1 })
}
