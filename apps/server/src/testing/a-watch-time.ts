import type { WatchTime } from '../command/broadcasts/watch-time.js'

/** A clock that advances only during pauses; `onPause` gets the number of pauses so far. */
export function aWatchTime(onPause: (pauses: number) => unknown = () => {}): WatchTime {
  let [nowMs, pauses] = [0, 0]
  return {
    nowMs: () => nowMs,
    async pause(durationMs) {
      nowMs += durationMs
      await onPause(++pauses)
    },
  }
}
