import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, and keeps the process alive meanwhile; resolves early on abort. */
export type Pause = (durationMs: number, aborted: AbortSignal) => Promise<void>

export const pauseOnClock: Pause = (durationMs, signal) => sleep(durationMs, undefined, { signal }).catch(() => {})
