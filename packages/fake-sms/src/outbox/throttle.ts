import type { Clock } from '@carillon/core'

/** `count` messages may be sent now. `afterMs` is the wait for the nth message beyond them, counted from 1. */
export type Room = { readonly count: number; readonly afterMs: (beyond: number) => number }

/**
 * Allows a number of messages or parts a second. Unused capacity accumulates, up to that of one second. A message that needs
 * more is allowed if the capacity of a second is unused, and the messages after it wait until the rest has accumulated.
 */
export class Throttle {
  private perSecond: number | null = null
  private tokens = 0
  private filledAtMs = 0

  constructor(private readonly clock: Clock) {}

  /** Reserves room for the first of these messages. Each number is what a message counts for. */
  admit(costs: readonly number[], perSecond: number | null): Room {
    if (perSecond === null) return NO_LIMIT
    this.fill(perSecond)
    let count = 0
    for (const cost of costs) {
      if (Math.min(cost, perSecond) > this.tokens) break
      this.tokens -= cost
      count++
    }
    const left = this.tokens
    return {
      count,
      afterMs: (beyond) => {
        const missing = costs.slice(count, count + beyond).reduce((sum, cost) => sum + cost, 0) - left
        return Math.ceil((missing / perSecond) * 1_000)
      },
    }
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
