import { WEEKDAYS } from '../../values/time/weekday.js'
import { DAY_MS } from '../../values/time/instant.js'
import type { DailyPattern, MonthlyPattern, Pattern, WeeklyPattern } from './timetable.js'

/** A calendar day as the number of days since 1970-01-01. */
type DayNumber = number

/** The day from which the pattern counts its periods, and the day from which to search. */
type Search = { readonly start: DayNumber; readonly from: DayNumber }

/**
 * The first day of the pattern that is `from` or later; `from` is `start` or later. Periods (days, ISO weeks, months)
 * are counted from the period of `start`. The day is computed directly, without a loop over the periods before it.
 */
export function patternDayFrom(pattern: Pattern, search: Search): DayNumber {
  switch (pattern.frequency) {
    case 'daily':
      return dailyFrom(pattern, search)
    case 'weekly':
      return weeklyFrom(pattern, search)
    case 'monthly':
      return monthlyFrom(pattern, search)
  }
}

function dailyFrom({ interval }: DailyPattern, { start, from }: Search): DayNumber {
  return periodFrom(from, { start, interval })
}

/** Without weekdays the result is infinite, because `Math.min()` is. */
function weeklyFrom({ interval, daysOfWeek }: WeeklyPattern, { start, from }: Search): DayNumber {
  const week = periodFrom(weekOf(from), { start: weekOf(start), interval })
  const days = daysOfWeek.map((day) => mondayOf(week) + WEEKDAYS.indexOf(day))
  const next = Math.min(...days.filter((day) => day >= from))
  return next === Infinity ? Math.min(...days) + 7 * interval : next
}

function monthlyFrom({ interval, dayOfMonth }: MonthlyPattern, { start, from }: Search): DayNumber {
  const month = periodFrom(monthOf(from), { start: monthOf(start), interval })
  const day = dayInMonth(month, dayOfMonth)
  return day >= from ? day : dayInMonth(month + interval, dayOfMonth)
}

/** The first period that is `from` or later and a whole number of intervals after `start`. */
function periodFrom(from: number, { start, interval }: { start: number; interval: number }): number {
  return start + Math.ceil((from - start) / interval) * interval
}

/** The number of the ISO week (from Monday), counted from the week of 1970-01-01, a Thursday. */
function weekOf(day: DayNumber): number {
  return Math.floor((day + 3) / 7)
}

function mondayOf(week: number): DayNumber {
  return week * 7 - 3
}

/** The number of the month, counted from the first month of the year 0. */
function monthOf(day: DayNumber): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function dayInMonth(month: number, dayOfMonth: number): DayNumber {
  return Math.min(firstOf(month) + dayOfMonth, firstOf(month + 1)) - 1
}

/** `Date.UTC` would map the years 0 to 99 to the 20th century. */
function firstOf(month: number): DayNumber {
  return new Date(0).setUTCFullYear(0, month, 1) / DAY_MS
}
