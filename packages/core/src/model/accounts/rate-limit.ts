import type { AccountId } from '../../values/ids.js'

/** The kinds of request that are counted together, with the requests a minute that an account has by default. */
export const CONTRACT_RATE_LIMITS = {
  message: 60,
  broadcast: 1,
  batch: 10,
  scheduleWrite: 60,
  scheduleRead: 150,
  contactApiWrite: 150,
  contactApiRead: 150,
  messagingWrite: 150,
  messagingRead: 150,
  preview: 60,
} as const

export type Bucket = keyof typeof CONTRACT_RATE_LIMITS
/** Requests in any 60 seconds; null is no limit. */
export type RateLimits = Readonly<Record<Bucket, number | null>>

const BUCKETS = Object.keys(CONTRACT_RATE_LIMITS) as readonly Bucket[]
export const NO_RATE_LIMITS = Object.fromEntries(BUCKETS.map((bucket) => [bucket, null])) as RateLimits

/**
 * The limits of an account that was stored before some kinds of request had one of their own: those get the default,
 * unless the account has no limit at all.
 */
export function completeRateLimits(stored: Partial<RateLimits>): RateLimits {
  const isUnlimited = Object.values(stored).every((limit) => limit === null)
  return { ...(isUnlimited ? NO_RATE_LIMITS : CONTRACT_RATE_LIMITS), ...stored }
}

export const RATE_LIMIT_MAX = 10_000
export const RATE_WINDOW_MS = 60_000

/** Where an account stands with a rate limit, as a request of it is told. */
export type Allowance = {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /**
   * Until a request leaves the window and makes room for one more: the oldest, unless the limit was lowered. At least
   * 1 ms and at most a minute, also where the clock of whoever asks is behind that of the requests in the window.
   */
  readonly resetMs: number
}

/** What the window holds after a request was allowed or refused, as seen by the one who asked. */
export function allowanceOf({ allowed, window, limit, nowMs }: RateWindow): Allowance {
  const leavesNextMs = window[Math.max(0, window.length - limit)] ?? nowMs
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - window.length),
    resetMs: resetMsOf(leavesNextMs + RATE_WINDOW_MS, nowMs),
  }
}

/** For whoever knows that the window stays full until then, and does not look into it. */
export function refusedUntil({ untilMs, limit, nowMs }: RefusedUntil): Allowance {
  return { allowed: false, limit, remaining: 0, resetMs: resetMsOf(untilMs, nowMs) }
}

type RefusedUntil = { readonly untilMs: number; readonly limit: number; readonly nowMs: number }

/** A request reads its clock before it is counted: one that read later may be counted first, and begin the window. */
function resetMsOf(untilMs: number, nowMs: number): number {
  return Math.min(RATE_WINDOW_MS, Math.max(1, untilMs - nowMs))
}

type RateWindow = {
  readonly allowed: boolean
  /** The instants allowed within the last 60 seconds, oldest first. */
  readonly window: readonly number[]
  readonly limit: number
  readonly nowMs: number
}

export interface RateLimiter {
  /**
   * Takes one place in the account's sliding minute, or refuses and takes none. Exact for all processes together:
   * no 60 seconds ever allow more than `limit` requests. Stands outside every unit of work, so a request that fails
   * later has still been counted. `resetMs` is 1 to 60,000, however far the clocks of those who ask are apart.
   */
  take(request: { account: AccountId; bucket: Bucket; limit: number; now: Date }): Promise<Allowance>
}
