/**
 * How many steps of bulk jobs a worker runs at once. A pace below 1 means one step at a time, followed by a rest, so that
 * steps take this share of the time.
 */
export type Pace = number

export type PaceSample = {
  /** Whether any request arrived since the previous sample. Without requests, nobody waits, however busy the worker is. */
  readonly hadRequests: boolean
  /** How long a request waits at present for the processor and for a short statement. */
  readonly waitMs: number
}

/** Never 0, so that a broadcast ends even if requests never stop. */
export const PACE_MIN = 1 / 8
/** About as long as a short request takes: with a longer wait, it would take more than twice as long. */
const WAIT_MAX_MS = 2

/**
 * Additive increase, multiplicative decrease, as TCP does: quickly out of the way of requests, and slowly back. A wait that
 * has another cause also slows down the bulk jobs, down to `PACE_MIN`, because the worker cannot know the cause.
 */
export function nextPace(pace: Pace, { hadRequests, waitMs }: PaceSample, paceMax: number): Pace {
  if (hadRequests && waitMs > WAIT_MAX_MS) return Math.max(PACE_MIN, pace / 2)
  return Math.min(paceMax, pace < 1 ? Math.min(1, pace + PACE_MIN) : pace + 1)
}

/** How long to rest after a step that took `tookMs`. */
export function restMsAt(pace: Pace, tookMs: number): number {
  return pace < 1 ? tookMs * (1 / pace - 1) : 0
}
