import { creditEntries } from '../../model/credits/credit-entries.js'
import { messageEvent } from '../../model/events/event.js'
import {
  IDEMPOTENCY_WINDOW_MS,
  type IdempotencyKeyName,
  type IdempotencyKeyRecord,
} from '../../model/idempotency/key.js'
import { backoffMs, type Job } from '../../model/jobs/job.js'
import { FAILURES, failureOf } from '../../model/messages/failures.js'
import { messageView } from '../../model/messages/message-view.js'
import { withTries, type Message, type MessageFailure } from '../../model/messages/message.js'
import { countedFailed, countedSent, countedSpent } from '../../model/statistics/statistic.js'
import type { SmsProvider, SubmissionOutcome } from '../../ports/sms-provider.js'
import type { Settlement } from '../../stores/single-send-store.js'
import { jobIdOf, type EventId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'

/** How long a message that the provider could not accept is retried. */
export const RETRY_FOR_MS = 3_600_000

/** The facts for settling an attempt, besides its outcome. */
export type AttemptEnd = {
  readonly now: Date
  /** When the message was first tried. */
  readonly since: Date
  readonly provider: Pick<SmsProvider, 'deduplicates' | 'canBeAsked'>
  /** 0 to 1, for the backoff. */
  readonly chance: number
  readonly eventId: EventId
}

/** All consequences of the outcome of an attempt. */
export function settlementOf(before: Message, outcome: SubmissionOutcome, end: AttemptEnd): Settlement {
  const message = withTries(before, outcome.tries)
  switch (outcome.kind) {
    case 'accepted':
      return sent(message, outcome.providerId, end)
    case 'refused':
      return failed(message, failureOf(message, outcome), end)
    case 'try-later':
      return tryLater(message, outcome.afterMs, end)
    case 'unknown':
      return inDoubt(message, end)
  }
}

/** `providerId`: null if only a receipt without it shows that the provider has the message. */
export function sent(before: Message, providerId: string | null, { now, eventId }: End): Settlement {
  const message: Message = { ...before, status: 'sent', phase: null, sentAt: now, providerId }
  const entries = creditEntries('capture', message, now)
  return {
    message,
    entries,
    job: null,
    key: keyOf(message, addMs(now, IDEMPOTENCY_WINDOW_MS)),
    events: [messageEvent('message.sent', message, { id: eventId, at: now })],
    optOut: null,
    counted: [countedSent(now), ...countedSpent(entries)],
  }
}

/** Failed before submission, or refused: nothing is paid, and the key may be used again. */
export function failed(before: Message, failure: MessageFailure, { now, eventId }: End): Settlement {
  const message: Message = { ...before, status: 'failed', phase: null, failure, sentAt: null }
  return {
    message,
    entries: creditEntries('release', message, now),
    job: null,
    key: requestKeyOf(message) === null ? null : 'freed',
    events: [messageEvent('message.failed', message, { id: eventId, at: now })],
    optOut:
      failure.type === 'opted_out'
        ? { account: message.account, phone: message.to as PhoneNumber, sender: message.from, at: now }
        : null,
    counted: [countedFailed(failure, now)],
  }
}

export type End = Pick<AttemptEnd, 'now' | 'eventId'>

function tryLater(before: Message, afterMs: number | null, end: AttemptEnd): Settlement {
  const waitMs = Math.max(afterMs ?? 0, backoffMs(before.attempt, end.chance))
  if (end.now >= triedUntil(end.since)) return failed(before, FAILURES.unavailable, end)
  const message: Message = { ...before, phase: 'waiting' }
  return open(message, end, waitMs)
}

/** The outcome is resolved later if the provider deduplicates or can be queried; otherwise it stays unknown. */
function inDoubt(message: Message, end: AttemptEnd): Settlement {
  const waitMs = backoffMs(message.attempt, end.chance)
  const canBeCleared = end.provider.deduplicates || end.provider.canBeAsked
  return canBeCleared && end.now < triedUntil(end.since) ? open(message, end, waitMs) : unknownOutcome(message, end)
}

/** The service never sends the message again, and its key stays in use: only the client can decide to send it again. */
export function unknownOutcome(before: Message, end: End): Settlement {
  const settlement = failed(before, FAILURES.unknown, end)
  return { ...settlement, key: keyOf(settlement.message, addMs(end.now, IDEMPOTENCY_WINDOW_MS)) }
}

/** Whether the message's key is free again, so that a repeat of the request is a new request. */
export function freesKey({ status, failure }: Message): boolean {
  return status === 'failed' && failure?.type !== FAILURES.unknown.type
}

/** Not final yet: the client gets `queued`, and a job retries the message until the hour of retries ends. */
function open(message: Message, { now, since }: AttemptEnd, waitMs: number): Settlement {
  const runAt = new Date(Math.min(now.getTime() + waitMs, triedUntil(since).getTime()))
  const job = finishMessageJob(message, runAt, since)
  return { message, entries: [], job, key: keyOf(message, null), events: [], optOut: null, counted: [] }
}

/** `since`: when the message was first tried. */
export function finishMessageJob(
  { id, account, createdAt }: Pick<Message, 'id' | 'account' | 'createdAt'>,
  runAt: Date,
  since: Date = createdAt,
): Job {
  const sinceMs = since.getTime()
  const payload = sinceMs === createdAt.getTime() ? { message: id } : { message: id, sinceMs }
  return { kind: 'finish-message', payload, id: jobIdOf(id), account, lane: 'quick', runAt }
}

/** The record of the message's key, whose stored response is the message in its current state. */
export function keyOf(message: Message, expiresAt: Date | null): IdempotencyKeyRecord | null {
  const name = requestKeyOf(message)
  return name && { ...name, target: message.id, answer: messageView(message), expiresAt }
}

/** The key of the message's request. A message of a broadcast has none: its `idempotencyKey` is the recipient's key. */
function requestKeyOf({ account, broadcast, idempotencyKey: key }: Message): IdempotencyKeyName | null {
  return broadcast !== null || key === null ? null : { account, scope: 'message', key }
}

/** The time of the last attempt, which is made as soon as a worker is available. */
export function triedUntil(since: Date): Date {
  return addMs(since, RETRY_FOR_MS)
}
