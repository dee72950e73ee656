import { setTimeout as sleep } from 'node:timers/promises'

/** What passes between two looks; a test has a time of its own. */
export type WatchTime = {
  nowMs(): number
  /** Ends early when it is aborted. */
  pause(durationMs: number, aborted: AbortSignal): Promise<void>
}

export const watchTime: WatchTime = {
  nowMs: () => performance.now(),
  pause: (durationMs, signal) => sleep(durationMs, undefined, { signal }).catch(() => {}),
}
