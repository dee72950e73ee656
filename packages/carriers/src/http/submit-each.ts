import type { Submission, SubmissionOutcome } from '@carillon/core'
import type { HttpExchange } from './exchange.js'

/** Submits each message with a request of its own, and returns the outcomes in the same order. */
export function submitEach(
  messages: readonly Submission[],
  submitOne: (message: Submission) => Promise<SubmissionOutcome>,
): Promise<readonly SubmissionOutcome[]> {
  return Promise.all(messages.map(submitOne))
}

/**
 * The outcome of a submission, unless the carrier has answered with a status that its adapter must read. A 429 was not
 * processed. A 5xx leaves open whether the carrier took the message, and so does any answer that cannot be read.
 */
export function outcomeOf(
  exchange: HttpExchange,
  read: (answer: Extract<HttpExchange, { kind: 'answered' }>) => SubmissionOutcome,
): SubmissionOutcome {
  if (exchange.kind === 'not-sent') return { kind: 'try-later', afterMs: null, because: exchange.because }
  if (exchange.kind === 'no-answer') return { kind: 'unknown', because: 'no-answer' }
  if (exchange.status === 429) return throttled(exchange.headers['retry-after'])
  if (exchange.status >= 500) return { kind: 'unknown', because: 'server-error' }
  return read(exchange)
}

/** `retryAfter`: the header of the answer; only a number of seconds counts. */
export function throttled(retryAfter?: string): SubmissionOutcome {
  const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : null
  return { kind: 'try-later', afterMs: seconds === null ? null : seconds * 1_000, because: 'throttled' }
}
