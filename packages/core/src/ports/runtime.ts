import type { Id, Prefix } from '../values/ids.js'

/** The only source of time. A use case calls it once. */
export interface Clock {
  now(): Date
}

/** The only way to wait. */
export interface Timer {
  wait(durationMs: number): Promise<void>
}

/** The only source of randomness. */
export interface Chance {
  /** Uniformly distributed: at least 0 and less than 1. */
  next(): number
}

export interface Ids {
  /** Globally unique, and sorts after every id that this process created before. */
  next<P extends Prefix>(prefix: P): Id<P>
}

/** Signals long-running work to stop early. An AbortSignal fits this type. */
export type Stopping = { readonly aborted: boolean }

export const NEVER_STOPPING: Stopping = { aborted: false }
