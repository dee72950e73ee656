import { invalidInput } from '../../values/errors.js'
import { DAY_MS } from '../../values/time/instant.js'
import type { DaySpan } from '../links/click-day.js'
import type { LedgerEntry } from '../credits/ledger.js'
import type { MessageFailure } from '../messages/message.js'

/**
 * What is counted for an account, by day. A count says what happened on a day, and is never taken back: a message that
 * fails after it was sent counts as both. The detail of a failure is its type, of an opt-in or opt-out its way, of a
 * click its visitor, and of spent credits their unit; other statistics have none, which is an empty text.
 */
export const STATISTICS = ['sent', 'delivered', 'failed', 'received', 'opt_in', 'opt_out', 'click', 'spent'] as const
export type Statistic = (typeof STATISTICS)[number]

export type Counted = {
  readonly statistic: Statistic
  readonly detail: string
  readonly at: Date
  readonly count: number
}

/** `day`: `YYYY-MM-DD`, in the timezone that the account had when the count was moved to its day. */
export type CountedOfDay = Omit<Counted, 'at'> & { readonly day: string }

export function countedSent(at: Date, count = 1): Counted {
  return { statistic: 'sent', detail: '', at, count }
}

export function countedFailed({ type }: Pick<MessageFailure, 'type'>, at: Date, count = 1): Counted {
  return { statistic: 'failed', detail: type, at, count }
}

/** The credits that the entries spend. */
export function countedSpent(entries: readonly LedgerEntry[]): readonly Counted[] {
  return entries
    .filter(({ to }) => to === 'spent')
    .map(({ unit, at, amount }) => ({ statistic: 'spent', detail: unit, at, count: amount }))
}

/** The counts of several of one kind, one for each detail. */
export function countedByDetail(statistic: Statistic, details: readonly string[], at: Date): readonly Counted[] {
  const counts = new Map<string, number>()
  for (const detail of details) counts.set(detail, (counts.get(detail) ?? 0) + 1)
  return [...counts].map(([detail, count]) => ({ statistic, detail, at, count }))
}

/** How contacts opt in. An act that joins several groups counts once. */
export const OPT_IN_WAYS = ['DIRECT', 'SILENT', 'IMPORT', 'CONFIRMED', 'FORM'] as const

/** The texts that are a keyword as a whole. A STOP in any other words counts as `OTHER_WORDS`. */
const STOP_KEYWORDS = [
  ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT', 'OPT-OUT'],
  'REMOVE',
] as const

/** `REMOVED`: by a client, from one group. `PROVIDER`: the provider refused a text because of its own record. */
export const OPT_OUT_WAYS = [...STOP_KEYWORDS, 'OTHER_WORDS', 'REMOVED', 'PROVIDER'] as const
export type OptOutWay = (typeof OPT_OUT_WAYS)[number]

export function stopWayOf(body: string): OptOutWay {
  const text = body.trim().replace(/^["'(]+|[.!"')]+$/g, '')
  const word = text.length > KEYWORD_LENGTH_MAX ? '' : text.toUpperCase().replace(/\s+/g, ' ')
  return STOP_KEYWORDS.find((keyword) => keyword === word) ?? 'OTHER_WORDS'
}

const KEYWORD_LENGTH_MAX = 20

/** Numbers are counted by quarter hours before they are moved to their day: every offset from UTC has such steps. */
export const STATISTIC_STEP_MS = 900_000

export const STATISTIC_DAYS_MAX = 400
const STATISTIC_DAYS_USUAL = 30

/** The requested days. A missing `from` is derived from `to` and the number of days, and a missing `to` is today. */
export function statisticDaysOf(
  requested: { readonly from: string | null; readonly to: string | null; readonly days?: number | null },
  today: string,
): DaySpan {
  const to = requested.to ?? today
  const from = requested.from ?? dayAfter(to, 1 - (requested.days ?? STATISTIC_DAYS_USUAL))
  const length = lengthOf({ from, to })
  if (length < 1) throw invalidInput('from', `must not be after the last day, which is ${to}`)
  if (length > STATISTIC_DAYS_MAX)
    throw invalidInput('from', `must be at most ${STATISTIC_DAYS_MAX - 1} days before the last day, which is ${to}`)
  return { from, to }
}

/** Every day of the span. */
export function daysIn(span: DaySpan): readonly string[] {
  return Array.from({ length: lengthOf(span) }, (_, i) => dayAfter(span.from, i))
}

function lengthOf({ from, to }: DaySpan): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

/** Never returns a day before the year 1. */
function dayAfter(day: string, days: number): string {
  return new Date(Math.max(Date.parse('0001-01-01'), Date.parse(day) + days * DAY_MS)).toISOString().slice(0, 10)
}
