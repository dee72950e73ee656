import type { Submission, SubmissionOutcome } from '@carillon/core'
import { RETRY_AFTER_MAX_MS } from './retry-after.js'
import type { HttpExchange, NotSentReason } from './exchange.js'

type Answered = Extract<HttpExchange, { kind: 'answered' }>

/** Submits each message with a request of its own, and returns the outcomes in the same order. */
export function submitEach(
  messages: readonly Submission[],
  submitOne: (message: Submission) => Promise<SubmissionOutcome>,
): Promise<readonly SubmissionOutcome[]> {
  return Promise.all(messages.map(submitOne))
}

/**
 * The outcome of a submission, unless the carrier has answered with a status that its adapter must read. A 429 was not
 * processed; `isOfSender` tells whether it is about this sender only. A 5xx leaves open whether the carrier took the
 * message, and so does any answer that cannot be read.
 */
export function outcomeOf(
  exchange: HttpExchange,
  read: (answer: Answered) => SubmissionOutcome,
  isOfSender: (answer: Answered) => boolean = () => false,
): SubmissionOutcome {
  if (exchange.kind === 'not-sent') return notSent(exchange.because)
  if (exchange.kind === 'no-answer') return { kind: 'unknown', because: 'no-answer' }
  if (exchange.status === 429) {
    return throttled(exchange.headers['retry-after'], isOfSender(exchange) ? 'sender-throttled' : 'throttled')
  }
  if (exchange.status >= 500) return { kind: 'unknown', because: 'server-error' }
  return read(exchange)
}

/** An invalid request is a fault of our settings, of which the operator must learn. */
export function notSent(because: NotSentReason): SubmissionOutcome {
  if (because !== 'invalid-request') return { kind: 'try-later', afterMs: null, because }
  const message = 'The request to the carrier is not valid HTTP: the settings of the carrier may be wrong'
  return { kind: 'refused', type: 'carrier_account', message, carrierCode: null }
}

/** `retryAfter`: the header of the answer; only a number of seconds counts, up to five minutes. */
export function throttled(
  retryAfter?: string,
  because: 'throttled' | 'sender-throttled' = 'throttled',
): SubmissionOutcome {
  const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null
  const afterMs = seconds === null ? null : Math.min(seconds * 1_000, RETRY_AFTER_MAX_MS)
  return { kind: 'try-later', afterMs, because }
}
