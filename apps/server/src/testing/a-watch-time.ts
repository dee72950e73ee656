import type { WatchTime } from '../command/broadcasts/watch-time.js'

/** A time that goes by only while somebody waits; `onPause` is told how often that was. */
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
