import { RETRY_AFTER_MAX_MS } from '../http/retry-after.js'

/** How many wire parts a carrier has got lately, and until when it wants none. */
export type CarrierRate = {
  /** The parts that may be sent at `atMs`; negative after a text that has more parts than were left. */
  readonly partsLeft: number
  readonly atMs: number
  readonly pausedUntilMs: number
}

/** `partsPerSecond` null: no limit of ours. */
export function newRate(partsPerSecond: number | null, nowMs: number): CarrierRate {
  return { partsLeft: partsPerSecond ?? Infinity, atMs: nowMs, pausedUntilMs: 0 }
}

/**
 * How many of the texts, whose parts are given in order, may go now, and the rate after that. A text of more parts than
 * a second allows may go when a whole second is left, and is paid for afterwards.
 */
export function takeParts(
  rate: CarrierRate,
  { parts, partsPerSecond, nowMs }: { parts: readonly number[]; partsPerSecond: number | null; nowMs: number },
): { readonly taken: number; readonly rate: CarrierRate; readonly waitMs: number } {
  if (nowMs < rate.pausedUntilMs) return { taken: 0, rate, waitMs: rate.pausedUntilMs - nowMs }
  if (partsPerSecond === null) return { taken: parts.length, rate, waitMs: 0 }
  let partsLeft = Math.min(partsPerSecond, rate.partsLeft + ((nowMs - rate.atMs) * partsPerSecond) / 1_000)
  let taken = 0
  while (taken < parts.length && partsLeft >= Math.min(parts[taken]!, partsPerSecond)) partsLeft -= parts[taken++]!
  const next = Math.min(parts[taken] ?? 0, partsPerSecond)
  const waitMs = Math.max(0, Math.ceil(((next - partsLeft) * 1_000) / partsPerSecond))
  return { taken, rate: { ...rate, partsLeft, atMs: nowMs }, waitMs }
}

/** The rate after the carrier has throttled a text. */
export function paused(rate: CarrierRate, afterMs: number | null, nowMs: number): CarrierRate {
  return {
    ...rate,
    pausedUntilMs: Math.max(rate.pausedUntilMs, nowMs + Math.min(afterMs ?? PAUSE_MS, RETRY_AFTER_MAX_MS)),
  }
}

/** For a carrier that does not say when it wants more. */
const PAUSE_MS = 1_000
