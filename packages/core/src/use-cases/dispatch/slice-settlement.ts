import type { OpenProgress } from '../../model/broadcasts/broadcast-store.js'
import { NO_OUTCOMES, type BroadcastCounts } from '../../model/broadcasts/broadcast.js'
import { waitsForProvider, type ChunkProgress, type StopReason, type Waiting } from '../../model/broadcasts/chunk.js'
import { positionOf } from '../../model/broadcasts/message-id-at.js'
import type { ProviderOptOut } from '../../model/consent/consent.js'
import { sliceEntries } from '../../model/credits/credit-entries.js'
import type { LedgerEntry } from '../../model/credits/ledger.js'
import { BULK_PRICE, BULK_PRICE_KNOWN, FREE, plus, times } from '../../model/credits/price.js'
import { backoffMs, type Job } from '../../model/jobs/job.js'
import { capFailure, contentFailure, FAILURES, STOPS } from '../../model/messages/failures.js'
import type { Message, MessageFailure } from '../../model/messages/message.js'
import type { SmsProvider, SubmissionOutcome } from '../../ports/sms-provider.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'
import { AS_REQUESTED, messageAt, sincesOf, writtenAt, type OpenSlice, type WrittenText } from '../broadcasts/slice.js'
import { finishMessageJob, RETRY_FOR_MS } from '../messages/settlement.js'

/** All consequences of the outcomes of a slice. */
export type SliceSettlement = {
  readonly messages: readonly Message[]
  /** For messages in doubt, whose outcome is unknown: each is finished by a separate job. */
  readonly jobs: readonly Job[]
  readonly progress: ChunkProgress
  readonly counts: BroadcastCounts
  readonly entries: readonly LedgerEntry[]
  readonly optOuts: readonly ProviderOptOut[]
  /** Indices of the recipients whose message the provider did not accept before a cancel; they are not retried. */
  readonly skipped: readonly number[]
}

export type SliceEnd = {
  readonly now: Date
  /** For each of the attempt's `indices`. */
  readonly outcomes: readonly SubmissionOutcome[]
  /** Indices of the recipients whose carrier was looked up for this slice. */
  readonly lookedUp: ReadonlySet<number>
  /** The current progress of the chunk. */
  readonly progress: OpenProgress
  /** If true, no recipient is retried. */
  readonly isCanceled: boolean
  readonly provider: Pick<SmsProvider, 'deduplicates' | 'canBeAsked'>
  /** A random number from 0 to 1, for the backoff. */
  readonly chance: number
}

/**
 * The outcome for a landline that the account does not text. Nothing was submitted, so it does not show that the
 * provider is available.
 */
export const LANDLINE: SubmissionOutcome = { kind: 'refused', ...FAILURES.landline }

/**
 * Each message is sent, fails or is retried. A message with an unknown outcome gets a separate job if the provider
 * can resolve the outcome; the other recipients do not wait for it.
 */
export function sliceSettlementOf(slice: OpenSlice, end: SliceEnd): SliceSettlement {
  const { attempt } = slice
  const { now, outcomes, isCanceled } = end
  const sinceMsOf = sincesOf(attempt)
  const paidLookUps = new Set([...end.lookedUp, ...lookedUpBefore(slice)])
  const ends = attempt.indices.map((index, i) => {
    const written = writtenAt(attempt, i)
    const submitted = { index, written, sinceMs: sinceMsOf(index), isLookedUp: paidLookUps.has(index) }
    return endOf(slice, end, submitted, outcomes[i]!)
  })
  const messages = [
    ...ends.flatMap(({ message }) => message ?? []),
    ...attempt.stopped.map((index, i) =>
      failedAt(slice, index, AS_REQUESTED, failureBy(attempt.stoppedBy?.[i] ?? 'hard-opted-out')),
    ),
    ...attempt.overdue.map((index) => failedAt(slice, index, AS_REQUESTED, FAILURES.unavailable)),
  ]
  const notTaken = ends.flatMap((one) => one.notTaken ?? [])
  const skipped = isCanceled ? notTaken.map(({ index }) => index) : []
  return {
    messages,
    jobs: jobsOf(slice, end, messages.filter(isInDoubt)),
    progress: progressOf(end, notTaken),
    counts: {
      ...NO_OUTCOMES,
      sent: messages.filter(({ status }) => status === 'sent').length,
      failed: messages.filter(({ status }) => status === 'failed').length,
      canceled: skipped.length,
    },
    entries: entriesOf(slice, end, { messages, canceled: skipped.length }),
    optOuts: messages.filter(isOptedOut).map((message) => optOutOf(message, now)),
    skipped,
  }
}

/** Recipients whose carrier was looked up in an earlier attempt, in which their message was not accepted. */
function lookedUpBefore({ attempt }: OpenSlice): readonly number[] {
  return attempt.again.filter(({ wasLookedUp }) => wasLookedUp).map(({ index }) => index)
}

type Submitted = {
  readonly index: number
  readonly written: WrittenText
  readonly sinceMs: number
  readonly isLookedUp: boolean
}

/** The end of one submission: the recipient's message is stored, or the recipient waits to be retried. */
type SubmittedEnd =
  { readonly message: Message; readonly notTaken?: never } | { readonly message?: never; readonly notTaken: NotTaken }

/** A recipient that now waits to be retried. `afterMs`: the delay that the provider requested, if any. */
type NotTaken = Omit<Waiting, 'dueMs'> & { readonly afterMs: number | null }

function endOf(slice: OpenSlice, end: SliceEnd, one: Submitted, outcome: SubmissionOutcome): SubmittedEnd {
  const { index, written, sinceMs, isLookedUp } = one
  const { now, provider } = end
  const { tries = NO_TRIES } = outcome
  const cost = isLookedUp ? BULK_PRICE : BULK_PRICE_KNOWN
  switch (outcome.kind) {
    case 'accepted':
      return {
        message: messageAt(slice, index, written, {
          ...SENT,
          sentAt: now,
          providerId: outcome.providerId,
          cost,
          tries,
        }),
      }
    case 'refused':
      return { message: failedAt(slice, index, written, refusalOf(outcome), tries) }
    case 'try-later':
      return {
        notTaken: {
          index,
          sinceMs,
          ...(isLookedUp && { wasLookedUp: true }),
          ...(slice.attempt.isCounted && { isCounted: true }),
          afterMs: outcome.afterMs,
        },
      }
    case 'unknown': {
      const canBeCleared = provider.deduplicates || provider.canBeAsked
      if (!canBeCleared) return { message: failedAt(slice, index, written, FAILURES.unknown, tries) }
      return { message: messageAt(slice, index, written, { ...IN_DOUBT, cost, tries }) }
    }
  }
}

function failureBy(stop: StopReason): MessageFailure {
  if (typeof stop === 'string') return STOPS[stop]
  return 'cap' in stop ? capFailure(stop.cap) : contentFailure(stop)
}

function refusalOf({ type, message, carrierCode }: MessageFailure): MessageFailure {
  return carrierCode == null ? { type, message } : { type, message, carrierCode }
}

function failedAt(
  slice: OpenSlice,
  index: number,
  written: WrittenText,
  failure: MessageFailure,
  tries: Message['tries'] = NO_TRIES,
): Message {
  return messageAt(slice, index, written, { ...FAILED, failure, tries })
}

const NO_TRIES: Message['tries'] = []

const SENT = { status: 'sent', failure: null, phase: null, attempt: 1 } as const
const FAILED = { status: 'failed', phase: null, attempt: 1, sentAt: null, providerId: null, cost: BULK_PRICE } as const
const IN_DOUBT = {
  status: 'queued',
  failure: null,
  phase: 'submitting',
  attempt: 1,
  sentAt: null,
  providerId: null,
} as const

function isInDoubt({ phase }: Message): boolean {
  return phase !== null
}

/** Spreads the jobs over the backoff, so that a thousand messages in doubt are not all resolved at once. */
function jobsOf({ chunk, attempt }: OpenSlice, { now, chance }: SliceEnd, inDoubt: readonly Message[]): Job[] {
  const sinceMsOf = sincesOf(attempt)
  return inDoubt.map((message, i) => {
    const since = new Date(sinceMsOf(positionOf(message.id) - chunk.firstPosition))
    const waitMs = backoffMs(1, (chance + i / inDoubt.length) % 1)
    return finishMessageJob(message, addMs(now, waitMs), since)
  })
}

/**
 * Backs off further each time the provider accepts no message at all, unless the provider says when to retry. A slice
 * that submitted no messages does not change the backoff.
 */
function progressOf(end: SliceEnd, notTaken: readonly NotTaken[]): ChunkProgress {
  const { progress, isCanceled, now, chance, outcomes } = end
  if (isCanceled) return { ...progress, waiting: [], misses: 0, retryAt: null, attempt: null }
  const submitted = outcomes.filter((outcome) => outcome !== LANDLINE).length
  const isMissed = notTaken.length > 0 && notTaken.length === submitted
  const missed = submitted === 0 ? progress.misses : isMissed ? progress.misses + 1 : 0
  const ownWaitMs = backoffMs(Math.max(1, missed), chance)
  const joining = notTaken.map(({ afterMs, ...one }) => ({ ...one, dueMs: now.getTime() + (afterMs ?? ownWaitMs) }))
  const waiting = [...progress.waiting, ...joining]
  const areAllHeld = waiting.length > 0 && !waiting.some(waitsForProvider)
  const misses = areAllHeld ? 0 : missed
  const retryAt = isMissed ? firstDueOf(joining) : nextTryAt({ waiting, misses }, end)
  return { ...progress, waiting, misses, retryAt, attempt: null }
}

/** While the provider accepts no messages, no recipient is tried before the next retry is due. */
function nextTryAt({ waiting, misses }: Pick<ChunkProgress, 'waiting' | 'misses'>, end: SliceEnd): Date | null {
  if (misses > 0) return end.progress.retryAt
  const paced = waiting.filter(({ isPaced }) => isPaced)
  if (paced.length === 0) return waiting.length === 0 ? null : retryAtOf(waiting, end)
  const others = waiting.filter(({ isPaced }) => !isPaced)
  const first = firstDueOf(paced)
  return others.length === 0 ? first : earliest(first, retryAtOf(others, end))
}

function earliest(one: Date, other: Date): Date {
  return one < other ? one : other
}

/** When the first of the recipients is due, or reaches the end of its hour of retries. */
export function firstDueOf(waiting: readonly Waiting[]): Date {
  return new Date(
    Math.min(
      ...waiting.map((one) => (waitsForProvider(one) ? Math.min(one.dueMs, one.sinceMs + RETRY_FOR_MS) : one.dueMs)),
    ),
  )
}

/** A little after the first due time, to try several recipients together, but not later than the present `retryAt`. */
function retryAtOf(waiting: readonly Waiting[], { progress: { retryAt }, now, chance }: SliceEnd): Date {
  const first = firstDueOf(waiting)
  const together = addMs(now, backoffMs(1, chance))
  if (first <= now) return now
  const latest = retryAt !== null && retryAt > now && retryAt < together ? retryAt : together
  return first > latest ? first : latest
}

type Settled = { readonly messages: readonly Message[]; readonly canceled: number }

/** Captures or releases the credits reserved for each message, except messages in doubt: their cost stays reserved. */
function entriesOf(
  { broadcast, chunk, attempt }: OpenSlice,
  { now }: SliceEnd,
  settled: Settled,
): readonly LedgerEntry[] {
  const { messages, canceled } = settled
  let captured = FREE
  let kept = FREE
  for (const { status, cost } of messages) {
    if (status === 'sent') captured = plus(captured, cost)
    if (status !== 'failed') kept = plus(kept, cost)
  }
  const reserved = times(BULK_PRICE, messages.length + canceled)
  return sliceEntries(
    {
      account: broadcast.account,
      broadcast: broadcast.id,
      slice: `${chunk.number}_${attempt.number}`,
      captured,
      released: { sms: reserved.sms - kept.sms, mms: reserved.mms - kept.mms },
    },
    now,
  )
}

function isOptedOut({ failure }: Message): boolean {
  return failure?.type === 'opted_out'
}

function optOutOf({ account, to, from }: Message, at: Date): ProviderOptOut {
  return { account, phone: to as PhoneNumber, sender: from, at }
}
