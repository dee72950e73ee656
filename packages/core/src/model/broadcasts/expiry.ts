import { invalidInput } from '../../values/errors.js'
import { addMs, DAY_MS, HOUR_MS } from '../../values/time/instant.js'
import type { Broadcast } from './broadcast.js'
import type { Canary } from './canary.js'

/** By default, a broadcast expires this long after its last recipients could have started. */
const EXPIRES_AFTER_MS = DAY_MS
/** A requested expiry is at least this long after the start. */
const EXPIRY_MIN_MS = 60_000
/** A requested expiry is at most this long after the start. */
const EXPIRY_MAX_MS = 30 * DAY_MS
/** Ten years: limits the expiry when waves are very slow. */
const DELAY_MAX_MS = 3_650 * DAY_MS

/** `delayMs`: how long after the start the last recipients can be sent to, because of waves, sending windows and rates. */
export function defaultExpiry(startsAt: Date, canary: Canary | null, delayMs = 0): Date {
  return addMs(startsAt, EXPIRES_AFTER_MS + waitMsOf(canary) + Math.min(delayMs, DELAY_MAX_MS))
}

/** The requested expiry, or the default. Refuses one that leaves no time to send, or hardly ever comes. */
export function expiryOf(requested: Date | undefined, startsAt: Date, canary: Canary | null, delayMs = 0): Date {
  if (requested === undefined) return defaultExpiry(startsAt, canary, delayMs)
  const earliest = addMs(startsAt, waitMsOf(canary) + EXPIRY_MIN_MS)
  const latest = addMs(startsAt, EXPIRY_MAX_MS)
  const got = `got ${requested.toISOString()}`
  if (requested < earliest) {
    const after = canary === null ? 'after the start' : 'after the wait of the canary'
    throw invalidInput('expiresAt', `must be at least 1 minute ${after}: not before ${earliest.toISOString()}, ${got}`)
  }
  if (requested > latest) {
    throw invalidInput(
      'expiresAt',
      `must be at most 30 days after the start: not after ${latest.toISOString()}, ${got}`,
    )
  }
  return requested
}

/** From this instant on, no attempt begins, and recipients that are still queued fail. */
export function isExpired({ expiresAt }: Pick<Broadcast, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}

/** The instant, but not later than the expiry of the broadcast: its jobs must not sleep past it. */
export function beforeExpiry({ expiresAt }: Pick<Broadcast, 'expiresAt'>, at: Date): Date {
  return expiresAt !== null && expiresAt < at ? expiresAt : at
}

/** The whole hours that a rate needs for the recipients. So the expiry is the usual one unless the sender is slow. */
export function rateDelayMs(recipients: number, { parts, perSecond, openShare = 1 }: Pace): number {
  return Math.floor((recipients * parts * 1_000) / perSecond / openShare / HOUR_MS) * HOUR_MS
}

/** `parts`: of each message, as far as the rate counts them. `perSecond`: the rate of the sender or pool. */
type Pace = {
  readonly parts: number
  readonly perSecond: number
  /** The share of the time in which sending windows are open. */
  readonly openShare?: number
}

function waitMsOf(canary: Canary | null): number {
  return canary === null ? 0 : canary.waitMinutes * 60_000
}
