/**
 * Failures per minute, as a level: each failure raises it by one, and it sinks at a constant rate. At the limit, the
 * next failure is allowed when the level has sunk by one.
 */
export type FailureRate = { readonly level: number; readonly atMs: number }

const MINUTE_MS = 60_000

export function withRaisedRate(rate: FailureRate | undefined, nowMs: number, perMinuteMax: number): FailureRate {
  return { level: Math.min(levelAt(rate, nowMs, perMinuteMax) + 1, perMinuteMax + 1), atMs: nowMs }
}

/** How long it takes until the rate is below the limit; 0 if it is. */
export function aboveRateMs(rate: FailureRate | undefined, nowMs: number, perMinuteMax: number): number {
  const excess = levelAt(rate, nowMs, perMinuteMax) + 1 - perMinuteMax
  return Math.max(0, Math.ceil((excess * MINUTE_MS) / perMinuteMax))
}

function levelAt(rate: FailureRate | undefined, nowMs: number, perMinuteMax: number): number {
  if (rate === undefined) return 0
  return Math.max(0, rate.level - (Math.abs(nowMs - rate.atMs) * perMinuteMax) / MINUTE_MS)
}
