import { invalidInput } from '../../values/errors.js'
import { DAY_MS } from '../../values/time/instant.js'
import { utcDayOf } from '../../values/time/wall-clock.js'

/** The clicks of a link on one UTC day: the sum for all its URLs. */
export type ClickDay = {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly people: number
  readonly bots: number
  readonly repeats: number
  /** The number of messages whose URL a person followed for the first time on this day. */
  readonly recipients: number
}

/** The first and last calendar day, `YYYY-MM-DD`, both included. */
export type DaySpan = { readonly from: string; readonly to: string }

/** The maximum number of days in one response: a whole year. */
export const CLICK_DAYS_MAX = 366
const CLICK_DAYS_USUAL = 30

/** The requested days. A missing `from` is derived from `to`, and a missing `to` is today. */
export function daySpanOf(requested: { readonly from: string | null; readonly to: string | null }, now: Date): DaySpan {
  const to = requested.to ?? utcDayOf(now)
  const from = requested.from ?? dayBefore(to, CLICK_DAYS_USUAL - 1)
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (length < 1) throw invalidInput('from', `must not be after the last day, which is ${to}`)
  if (length > CLICK_DAYS_MAX)
    throw invalidInput('from', `must be at most ${CLICK_DAYS_MAX - 1} days before the last day, which is ${to}`)
  return { from, to }
}

/** Every day of the span, including days without clicks. */
export function withoutGaps(days: readonly ClickDay[], { from, to }: DaySpan): readonly ClickDay[] {
  const known = new Map(days.map((one) => [one.day, one]))
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return Array.from({ length }, (_, i) => {
    const day = utcDayOf(new Date(Date.parse(from) + i * DAY_MS))
    return known.get(day) ?? { day, people: 0, bots: 0, repeats: 0, recipients: 0 }
  })
}

/** Never returns a day before the year 1. */
function dayBefore(day: string, count: number): string {
  return utcDayOf(new Date(Math.max(Date.parse('0001-01-01'), Date.parse(day) - count * DAY_MS)))
}
