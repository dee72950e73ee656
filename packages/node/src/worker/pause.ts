import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, and keeps the process alive meanwhile; ends early when it is aborted. */
export type Pause = (durationMs: number, aborted: AbortSignal) => Promise<void>

export const pauseOnClock: Pause = (durationMs, signal) => sleep(durationMs, undefined, { signal }).catch(() => {})
