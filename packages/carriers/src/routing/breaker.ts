import type { SubmissionOutcome } from '@carillon/core'

/**
 * Whether a carrier is up, as this process sees it:
 *
 *     closed --five failures in a row--> open --its time is over--> probing with one text --taken--> closed
 *                                         ^                              `--failed--> open, for twice the time
 */
export type Breaker =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly untilMs: number; readonly forMs: number }
  | { readonly state: 'probing'; readonly untilMs: number; readonly forMs: number }

export const CLOSED: Breaker = { state: 'closed', failures: 0 }

const FAILURES_MAX = 5
const OPEN_FIRST_MS = 10_000
const OPEN_MAX_MS = 300_000
/** A probe without an outcome counts as failed after this time. */
const PROBE_MS = 10_000

/** How many of the texts may go to the carrier now, and the breaker after that. */
export function admit(
  breaker: Breaker,
  wanted: number,
  nowMs: number,
): { readonly admitted: number; readonly breaker: Breaker } {
  if (breaker.state === 'closed') return { admitted: wanted, breaker }
  if (wanted === 0 || nowMs < breaker.untilMs) return { admitted: 0, breaker }
  return { admitted: 1, breaker: { state: 'probing', untilMs: nowMs + PROBE_MS, forMs: breaker.forMs } }
}

/** The breaker after a submission. Texts that the carrier throttled, or that had no time, say nothing about it. */
export function after(breaker: Breaker, outcome: SubmissionOutcome, nowMs: number): Breaker {
  if (isNeutral(outcome)) return breaker
  if (!isFailure(outcome)) return CLOSED
  if (breaker.state === 'open') return breaker
  if (breaker.state === 'probing') return open(Math.min(breaker.forMs * 2, OPEN_MAX_MS), nowMs)
  const failures = breaker.failures + 1
  return failures < FAILURES_MAX ? { state: 'closed', failures } : open(OPEN_FIRST_MS, nowMs)
}

/** How long the carrier gets no text; null if it may get one now. */
export function closedForMs(breaker: Breaker, nowMs: number): number | null {
  return breaker.state === 'closed' || nowMs >= breaker.untilMs ? null : breaker.untilMs - nowMs
}

/**
 * As operators see it: `open` while the carrier gets no text, also while a probe has no outcome; `probing` if the next
 * text tries the carrier.
 */
export function stateOf(breaker: Breaker, nowMs: number): Breaker['state'] {
  if (breaker.state === 'closed') return 'closed'
  return closedForMs(breaker, nowMs) === null ? 'probing' : 'open'
}

function open(forMs: number, nowMs: number): Breaker {
  return { state: 'open', untilMs: nowMs + forMs, forMs }
}

function isFailure(outcome: SubmissionOutcome): boolean {
  if (outcome.kind === 'try-later') return outcome.because === 'unreachable'
  return outcome.kind === 'unknown' && outcome.because === 'server-error'
}

const SAYS_SOMETHING = new Set<string | undefined>(['unreachable', 'throttled', 'sender-throttled'])

/** A carrier that throttles is up. */
function isNeutral(outcome: SubmissionOutcome): boolean {
  if (outcome.kind === 'unknown') return outcome.because !== 'server-error'
  return outcome.kind === 'try-later' && !SAYS_SOMETHING.has(outcome.because)
}
