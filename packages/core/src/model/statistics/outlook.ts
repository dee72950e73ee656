import { DAY_MS } from '../../values/time/instant.js'
import type { CreditAmounts } from '../credits/ledger.js'

/** Of how many days, with today, the pace is the average. */
export const PACE_DAYS = 7

/** The credits that a day has cost on average. A younger account has fewer days. */
export function paceOf(spent: CreditAmounts, { createdAt, now }: { createdAt: Date; now: Date }): CreditAmounts {
  const age = Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS) + 1
  const days = Math.max(1, Math.min(PACE_DAYS, age))
  return { sms: spent.sms / days, mms: spent.mms / days }
}

/** For how many whole days the credits last; null if nothing is spent. */
export function daysLeft(available: number, perDay: number): number | null {
  return perDay > 0 ? Math.floor(available / perDay) : null
}
