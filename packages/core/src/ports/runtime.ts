import type { Id, Prefix } from '../values/ids.js'

/** The only source of time. A use case asks it once. */
export interface Clock {
  now(): Date
}

/** The only way to wait. */
export interface Timer {
  wait(durationMs: number): Promise<void>
}

/** The only source of chance. */
export interface Chance {
  /** At least 0 and below 1, evenly. */
  next(): number
}

export interface Ids {
  /** Sorts after every id given before by this process, and is met nowhere else. */
  next<P extends Prefix>(prefix: P): Id<P>
}

/** Whether whoever works through much is to leave the rest, as an AbortSignal tells it. */
export type Stopping = { readonly aborted: boolean }

export const NEVER_STOPPING: Stopping = { aborted: false }
