import type { Pause } from '../worker/pause.js'
import { waitUntil } from './wait-until.js'

/** Pauses that last until the test calls `pass`. `restsOf` returns the current pauses of one length. */
export function aPause() {
  const waiting = new Set<{ durationMs: number; end: () => void }>()
  const pause: Pause = (durationMs, aborted) =>
    new Promise((resolve) => {
      const end = () => {
        waiting.delete(one)
        aborted.removeEventListener('abort', end)
        resolve()
      }
      const one = { durationMs, end }
      waiting.add(one)
      aborted.addEventListener('abort', end)
      if (durationMs === 0 || aborted.aborted) end()
    })
  const restsOf = (durationMs: number) => [...waiting].filter((one) => one.durationMs === durationMs)
  return {
    pause,
    restsOf,
    pass: (durationMs: number) => restsOf(durationMs).forEach(({ end }) => end()),
    /** Resolves once `times` callers wait for `durationMs`. */
    untilResting: async (durationMs: number, times = 1) => {
      await waitUntil(() => restsOf(durationMs).length >= times)
    },
  }
}
