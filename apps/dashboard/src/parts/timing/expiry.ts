import { instantOf } from '../time/local-instants.js'
import { needsSchedule, wallClockIn, type Timing } from './timing.js'

const DAY_MS = 86_400_000
/** The service wants at least a minute after the start, which comes some seconds after the request. */
const FROM_NOW_MIN_MS = 120_000
const DAYS_MAX = 30

/**
 * The expiry as the service wants it; none before it is complete. A schedule has none: each of its broadcasts has the usual
 * one.
 */
export function expiryFieldsOf(timing: Timing): { readonly expiresAt?: string } {
  const { expiresAt, timezone } = timing
  return isUsed(timing) && expiresAt !== '' ? { expiresAt: instantOf(expiresAt, timezone) } : {}
}

/** What is wrong with the expiry, as a sentence; null if nothing is. */
export function expiryFault(timing: Timing, nowMs: number): string | null {
  if (!isUsed(timing)) return null
  const { expiresAt, timezone, hasCanary, canary } = timing
  if (expiresAt === '') return 'Choose when texts that have not left fail.'
  const inMs = Date.parse(instantOf(expiresAt, timezone)) - nowMs
  if (inMs < FROM_NOW_MIN_MS + (hasCanary ? canary.waitMinutes * 60_000 : 0)) {
    return hasCanary
      ? 'Choose a time at least 2 minutes after the wait of the test.'
      : 'Choose a time at least 2 minutes from now.'
  }
  return inMs > DAYS_MAX * DAY_MS ? `Choose a time within ${DAYS_MAX} days.` : null
}

/** A day from now by the clocks of a zone, to begin with. */
export function firstExpiry(zone: string, nowMs: number): string {
  return wallClockIn(zone, nowMs + DAY_MS).slice(0, 16)
}

function isUsed(timing: Timing): boolean {
  return timing.hasExpiry && !needsSchedule(timing)
}
