/** How often a stream polls. */
export type LiveTimes = {
  /** Between two readings of an account that somebody watches. */
  readonly pollMs: number
  /** Between two checks that the session still stands and its user still has a role. */
  readonly checkMs: number
  /** Between two comments on a quiet stream, so that no proxy takes the connection for dead. */
  readonly heartbeatMs: number
}

export const LIVE_TIMES: LiveTimes = { pollMs: 1_000, checkMs: 5_000, heartbeatMs: 15_000 }
