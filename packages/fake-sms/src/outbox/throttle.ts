import type { Clock } from '@carillon/core'

/** `count` messages may be sent now. `afterMs` is the wait for the nth message beyond them, counted from 1. */
export type Room = { readonly count: number; readonly afterMs: (beyond: number) => number }

/** Allows a number of messages a second. Unused capacity accumulates, up to the messages of one second. */
export class Throttle {
  private perSecond: number | null = null
  private tokens = 0
  private filledAtMs = 0

  constructor(private readonly clock: Clock) {}

  /** Reserves room for at most `wanted` messages. */
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
