import { HOUR_MS } from '../../values/time/instant.js'

/** At most this many clicks on one URL from one network count as clicks by people within any hour. */
export const COUNTED_CLICKS_MAX = 20
export const REPEAT_WINDOW_MS = HOUR_MS
/** Of the clicks on one URL from one network within this time of each other, one counts. */
export const REPEAT_PAUSE_MS = 1_000

/**
 * Whether a person's click is a repeat, given the instants of the counted clicks on the same URL from the same network.
 * Clicks can arrive out of order, because the clocks of processes differ: a counted click that is later also counts
 * against the limit, so that no hour ever has more than `COUNTED_CLICKS_MAX` of them.
 */
export function isRepeat(countedAt: readonly Date[], at: Date): boolean {
  const sinceMs = countedAt.map((counted) => at.getTime() - counted.getTime())
  if (sinceMs.some((ms) => Math.abs(ms) < REPEAT_PAUSE_MS)) return true
  return sinceMs.filter((ms) => ms < REPEAT_WINDOW_MS).length >= COUNTED_CLICKS_MAX
}

/**
 * The instants to remember after a click has counted, newest first. The newest `COUNTED_CLICKS_MAX` are enough for
 * `isRepeat`, in whatever order clicks arrive.
 */
export function withCounted(countedAt: readonly Date[], at: Date): readonly Date[] {
  return [...countedAt, at].sort((a, b) => b.getTime() - a.getTime()).slice(0, COUNTED_CLICKS_MAX)
}
