import rrule from 'rrule'

const { RRule } = rrule

/** The instant of a wall clock, in milliseconds. */
export function instantByRrule(wall, zone) {
  const dtstart = new Date(`${wall}Z`)
  return new RRule({ freq: RRule.DAILY, count: 1, dtstart, tzid: zone }).all()[0].getTime()
}

/** It goes on from the first occurrence, and reads a wall clock as one of the host's zone, which is to be UTC. */
export function nextByRrule({ at, timezone, recurrence }, after) {
  return new RRule({ ...ruleOf(recurrence), dtstart: new Date(`${at}Z`), tzid: timezone }).after(after)
}

/** The same without a zone, `after` being a wall clock as well: the dates alone. */
export function nextDateByRrule({ at, recurrence }, after) {
  return new RRule({ ...ruleOf(recurrence), dtstart: new Date(`${at}Z`) }).after(after)
}

const FREQUENCIES = { daily: RRule.DAILY, weekly: RRule.WEEKLY, monthly: RRule.MONTHLY }

/** Of a day past a month's end it would leave that month out. */
function ruleOf({ frequency, interval, daysOfWeek, dayOfMonth }) {
  return {
    freq: FREQUENCIES[frequency],
    interval,
    ...(daysOfWeek && { byweekday: daysOfWeek.map((day) => RRule[day.slice(0, 2).toUpperCase()]) }),
    ...(dayOfMonth && { bymonthday: dayOfMonth }),
  }
}
