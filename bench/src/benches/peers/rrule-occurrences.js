import rrule from 'rrule'

const { RRule } = rrule

/** The instant of a wall clock, in milliseconds. */
export function instantByRrule(wall, zone) {
  const dtstart = new Date(`${wall}Z`)
  return new RRule({ freq: RRule.DAILY, count: 1, dtstart, tzid: zone }).all()[0].getTime()
}

/** Iterates from the first occurrence. rrule reads wall clocks in the host's zone, which must be UTC. */
export function nextByRrule({ at, timezone, recurrence }, after) {
  return new RRule({ ...ruleOf(recurrence), dtstart: new Date(`${at}Z`), tzid: timezone }).after(after)
}

/** The same without a zone: rrule converts nothing, and reads both `at` and `after` as wall clocks in UTC. */
export function nextDateByRrule({ at, recurrence }, after) {
  return new RRule({ ...ruleOf(recurrence), dtstart: new Date(`${at}Z`) }).after(after)
}

const FREQUENCIES = { daily: RRule.DAILY, weekly: RRule.WEEKLY, monthly: RRule.MONTHLY }

/** The day of the month is not clamped: rrule skips a month that is too short. */
function ruleOf({ frequency, interval, daysOfWeek, dayOfMonth }) {
  return {
    freq: FREQUENCIES[frequency],
    interval,
    ...(daysOfWeek && { byweekday: daysOfWeek.map((day) => RRule[day.slice(0, 2).toUpperCase()]) }),
    ...(dayOfMonth && { bymonthday: dayOfMonth }),
  }
}
