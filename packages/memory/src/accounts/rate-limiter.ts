import { RATE_WINDOW_MS, allowanceOf, type RateLimiter } from '@carillon/core'

type Request = Parameters<RateLimiter['take']>[0]

/**
 * Stores the instants of the newest `limit` allowed requests per account and bucket. This is exact even when the clocks
 * of the processes differ: a window is full if it contains `limit` instants, wherever it begins.
 */
export class MemoryRateLimiter implements RateLimiter {
  private readonly allowed = new Map<string, readonly number[]>()

  async take({ account, bucket, limit, now }: Request) {
    const nowMs = now.getTime()
    const kept = this.allowed.get(`${account} ${bucket}`) ?? []
    const window = kept.slice(firstAbove(kept, nowMs - RATE_WINDOW_MS))
    if (window.length >= limit) return allowanceOf({ allowed: false, window, limit, nowMs })
    const counted = kept.toSpliced(firstAbove(kept, nowMs), 0, nowMs)
    this.allowed.set(`${account} ${bucket}`, counted.slice(-limit))
    return allowanceOf({
      allowed: true,
      window: counted.slice(firstAbove(counted, nowMs - RATE_WINDOW_MS)),
      limit,
      nowMs,
    })
  }
}

/** The index of the first instant later than `ms`; the instants are sorted. */
function firstAbove(instants: readonly number[], ms: number): number {
  const later = instants.findIndex((instant) => instant > ms)
  return later === -1 ? instants.length : later
}
