import { NO_OUTCOMES, type BroadcastCounts } from '../../model/broadcasts/broadcast.js'
import type { ChunkProgress, StopReason } from '../../model/broadcasts/chunk.js'
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
import { progressAfter, type NotTaken, type RetryTiming } from '../broadcasts/progress-after.js'
import {
  AS_REQUESTED,
  messageAt,
  sincesOf,
  stoppedAt,
  writtenAt,
  type OpenSlice,
  type WrittenText,
} from '../broadcasts/slice.js'
import { finishMessageJob } from '../messages/settlement.js'

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

export type SliceEnd = RetryTiming & {
  /** For each of the attempt's `indices`. */
  readonly outcomes: readonly SubmissionOutcome[]
  /** Indices of the recipients whose carrier was looked up for this slice. */
  readonly lookedUp: ReadonlySet<number>
  readonly provider: Pick<SmsProvider, 'deduplicates' | 'canBeAsked'>
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
      failedAt(slice, index, stoppedAt(attempt, i), failureBy(attempt.stoppedBy?.[i] ?? 'hard-opted-out')),
    ),
    ...attempt.overdue.map((index) => failedAt(slice, index, AS_REQUESTED, FAILURES.unavailable)),
  ]
  const notTaken = ends.flatMap((one) => one.notTaken ?? [])
  const skipped = isCanceled ? notTaken.map(({ index }) => index) : []
  return {
    messages,
    jobs: jobsOf(slice, end, messages.filter(isInDoubt)),
    progress: progressAfter(end, notTaken, outcomes.filter((outcome) => outcome !== LANDLINE).length),
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
