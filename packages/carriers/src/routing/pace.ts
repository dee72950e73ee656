import { RETRY_AFTER_MAX_MS } from '../http/retry-after.js'

/** How many wire parts a carrier has got lately, and until when it wants none. */
export type Pace = {
  /** The parts that may be sent at `atMs`; negative after a text that had more parts than there was room for. */
  readonly room: number
  readonly atMs: number
  readonly pausedUntilMs: number
}

/** `partsPerSecond` null: no limit of ours. */
export function newPace(partsPerSecond: number | null, nowMs: number): Pace {
  return { room: partsPerSecond ?? Infinity, atMs: nowMs, pausedUntilMs: 0 }
}

/**
 * How many of the texts, whose parts are given in order, may go now, and the pace after that. A text of more parts than
 * a second allows may go when there is room for any, and is paid for afterwards.
 */
export function takeParts(
  pace: Pace,
  { parts, partsPerSecond, nowMs }: { parts: readonly number[]; partsPerSecond: number | null; nowMs: number },
): { readonly taken: number; readonly pace: Pace; readonly waitMs: number } {
  if (nowMs < pace.pausedUntilMs) return { taken: 0, pace, waitMs: pace.pausedUntilMs - nowMs }
  if (partsPerSecond === null) return { taken: parts.length, pace, waitMs: 0 }
  let room = Math.min(partsPerSecond, pace.room + ((nowMs - pace.atMs) * partsPerSecond) / 1_000)
  let taken = 0
  while (taken < parts.length && room >= Math.min(parts[taken]!, partsPerSecond)) room -= parts[taken++]!
  const next = Math.min(parts[taken] ?? 0, partsPerSecond)
  const waitMs = Math.max(0, Math.ceil(((next - room) * 1_000) / partsPerSecond))
  return { taken, pace: { ...pace, room, atMs: nowMs }, waitMs }
}

/** The pace after the carrier has throttled a text. */
export function paused(pace: Pace, afterMs: number | null, nowMs: number): Pace {
  return {
    ...pace,
    pausedUntilMs: Math.max(pace.pausedUntilMs, nowMs + Math.min(afterMs ?? PAUSE_MS, RETRY_AFTER_MAX_MS)),
  }
}

/** For a carrier that does not say when it wants more. */
const PAUSE_MS = 1_000
