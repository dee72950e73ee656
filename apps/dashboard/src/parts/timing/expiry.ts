import { instantOf } from '../time/local-instants.js'
import { needsSchedule, wallClockIn, type Timing } from './timing.js'

const DAY_MS = 86_400_000
/** The service wants at least a minute after the start, which comes some seconds after the request. */
const LEAST_MS = 120_000
const MOST_DAYS = 30

/** The expiry as the service wants it. A schedule has none: each of its broadcasts has the usual one. */
export function expiryFieldsOf(timing: Timing): { readonly expiresAt?: string } {
  return isUsed(timing) ? { expiresAt: instantOf(timing.expiresAt, timing.timezone) } : {}
}

/** What is wrong with the expiry, as a sentence; null if nothing is. */
export function expiryFault(timing: Timing, nowMs: number): string | null {
  if (!isUsed(timing)) return null
  const { expiresAt, timezone, hasCanary, canary } = timing
  if (expiresAt === '') return 'Choose when texts that have not left fail.'
  const inMs = Date.parse(instantOf(expiresAt, timezone)) - nowMs
  if (inMs < LEAST_MS + (hasCanary ? canary.waitMinutes * 60_000 : 0)) {
    return hasCanary
      ? 'Texts can only fail later than 2 minutes after the wait of the test.'
      : 'Texts can only fail later than 2 minutes from now.'
  }
  return inMs > MOST_DAYS * DAY_MS ? `Texts fail at the latest after ${MOST_DAYS} days.` : null
}

/** A day from now by the clocks of a zone, to begin with. */
export function firstExpiry(zone: string, nowMs: number): string {
  return wallClockIn(zone, nowMs + DAY_MS).slice(0, 16)
}

function isUsed(timing: Timing): boolean {
  return timing.hasExpiry && !needsSchedule(timing)
}
