import { setTimeout as sleep } from 'node:timers/promises'

/** The clock and the pause between two requests; tests replace both. */
export type WatchTime = {
  nowMs(): number
  /** Resolves early on abort. */
  pause(durationMs: number, aborted: AbortSignal): Promise<void>
}

export const watchTime: WatchTime = {
  nowMs: () => performance.now(),
  pause: (durationMs, signal) => sleep(durationMs, undefined, { signal }).catch(() => {}),
}
