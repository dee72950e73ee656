import type { Clock } from '@carillon/core'

/** How many may go now, and when one beyond them may: the first beyond is 1. */
export type Room = { readonly count: number; readonly afterMs: (beyond: number) => number }

/** So many a second, evenly: what was not used is kept for one second. */
export class Throttle {
  private perSecond: number | null = null
  private tokens = 0
  private filledAtMs = 0

  constructor(private readonly clock: Clock) {}

  /** Room for at most `wanted`, which is used up by asking. */
  admit(wanted: number, perSecond: number | null): Room {
    if (perSecond === null) return NO_LIMIT
    this.fill(perSecond)
    const count = Math.min(wanted, Math.floor(this.tokens))
    this.tokens -= count
    const left = this.tokens
    return { count, afterMs: (beyond) => Math.ceil(((beyond - left) / perSecond) * 1_000) }
  }

  private fill(perSecond: number) {
    const nowMs = this.clock.now().getTime()
    const filled = this.tokens + (Math.max(0, nowMs - this.filledAtMs) / 1_000) * perSecond
    this.tokens = this.perSecond === perSecond ? Math.min(perSecond, filled) : perSecond
    this.perSecond = perSecond
    this.filledAtMs = nowMs
  }
}

const NO_LIMIT: Room = { count: Infinity, afterMs: () => 0 }
