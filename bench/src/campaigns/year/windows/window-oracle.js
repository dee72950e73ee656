import { Temporal } from 'temporal-polyfill'

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
/** How many days before and after an instant are examined. */
const DAYS_BEFORE = 2
const DAYS_AFTER = 5

/**
 * The times at which the windows are open in a zone around an instant, as pairs of milliseconds, the second excluded. They are
 * computed with `temporal-polyfill` alone, day by day: slow, but hard to get wrong. The tests of the core have an oracle of
 * their own, which walks through the minutes.
 */
export function openSpans({ windows, holidays }, zone, ms) {
  const today = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate()
  const spans = []
  for (let ahead = -DAYS_BEFORE; ahead <= DAYS_AFTER; ahead++) {
    const day = today.add({ days: ahead })
    if (holidays.includes(day.toString())) continue
    for (const { days, from, to } of windows) {
      if (days.includes(WEEKDAYS[day.dayOfWeek - 1])) spans.push(...spansOn(day, { from, to, holidays, zone }))
    }
  }
  return joined(spans.filter(([from, until]) => from < until).sort(([one], [other]) => one - other))
}

function spansOn(day, { from, to, holidays, zone }) {
  const next = day.add({ days: 1 })
  const opens = instantOf(day, from, zone)
  const midnight = instantOf(next, '00:00', zone)
  if (to === '24:00') return [[opens, midnight]]
  if (from < to) return [[opens, instantOf(day, to, zone)]]
  const morning = holidays.includes(next.toString()) ? [] : [[midnight, instantOf(next, to, zone)]]
  return [[opens, midnight], ...morning]
}

function instantOf(day, time, zone) {
  const wall = day.toPlainDateTime(Temporal.PlainTime.from(time))
  return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

function joined(spans) {
  const result = []
  for (const [from, until] of spans) {
    const last = result.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], until)
    else result.push([from, until])
  }
  return result
}

/**
 * The windows of somebody in these groups: those of the groups that have any, else those that are for no group. Null: the
 * account has windows for other groups alone, so that nothing holds.
 */
export function windowsFor(windows, groups) {
  const own = windows.filter(({ group }) => groups.includes(group))
  if (own.length > 0) return own
  const general = windows.filter(({ group }) => group === undefined)
  return general.length > 0 ? general : null
}

/** The changes of a zone's clocks in a span of time, in milliseconds. */
export function clockChangesIn(zone, fromMs, untilMs) {
  const changes = []
  let at = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone)
  for (;;) {
    at = at.getTimeZoneTransition('next')
    if (at === null || at.epochMilliseconds >= untilMs) return changes
    changes.push(at.epochMilliseconds)
  }
}
