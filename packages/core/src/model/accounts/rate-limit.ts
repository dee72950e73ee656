import type { AccountId } from '../../values/ids.js'

/** The kinds of request with separate limits, and the default number of requests per minute for each. */
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
/** The maximum number of requests in any 60 seconds; null means no limit. */
export type RateLimits = Readonly<Record<Bucket, number | null>>

const BUCKETS = Object.keys(CONTRACT_RATE_LIMITS) as readonly Bucket[]
export const NO_RATE_LIMITS = Object.fromEntries(BUCKETS.map((bucket) => [bucket, null])) as RateLimits

/**
 * Completes the limits of an account that was stored before some buckets existed: missing buckets get the default,
 * unless the account has no limits at all.
 */
export function completeRateLimits(stored: Partial<RateLimits>): RateLimits {
  const isUnlimited = Object.values(stored).every((limit) => limit === null)
  return { ...(isUnlimited ? NO_RATE_LIMITS : CONTRACT_RATE_LIMITS), ...stored }
}

export const RATE_LIMIT_MAX = 10_000
export const RATE_WINDOW_MS = 60_000

/** The state of an account's rate limit at one request, as reported in the response. */
export type Allowance = {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /**
   * The time until enough requests have left the window to allow another: usually just the oldest, but several after
   * the limit was lowered.
   * At least 1 ms and at most a minute, even if the caller's clock is behind the instants in the window.
   */
  readonly resetMs: number
}

/** The allowance after a request was allowed or refused, from the window and the caller's clock. */
export function allowanceOf({ allowed, window, limit, nowMs }: RateWindow): Allowance {
  const leavesNextMs = window[Math.max(0, window.length - limit)] ?? nowMs
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - window.length),
    resetMs: resetMsOf(leavesNextMs + RATE_WINDOW_MS, nowMs),
  }
}

/** For callers that know, without reading the window, how long it stays full. */
export function refusedUntil({ untilMs, limit, nowMs }: RefusedUntil): Allowance {
  return { allowed: false, limit, remaining: 0, resetMs: resetMsOf(untilMs, nowMs) }
}

type RefusedUntil = { readonly untilMs: number; readonly limit: number; readonly nowMs: number }

/** Limits the result to its range: a request with a later clock reading may have been counted first. */
function resetMsOf(untilMs: number, nowMs: number): number {
  return Math.min(RATE_WINDOW_MS, Math.max(1, untilMs - nowMs))
}

type RateWindow = {
  readonly allowed: boolean
  /** The instants of the requests allowed within the last 60 seconds, oldest first. */
  readonly window: readonly number[]
  readonly limit: number
  readonly nowMs: number
}

export interface RateLimiter {
  /**
   * Counts the request in the account's sliding minute, or refuses it without counting. Exact across all processes: any
   * 60 seconds contain at most `limit` allowed requests. Runs outside every unit of work, so a request that fails later
   * still counts. `resetMs` is 1 to 60,000, even if the callers' clocks differ.
   */
  take(request: { account: AccountId; bucket: Bucket; limit: number; now: Date }): Promise<Allowance>
}
