import type { ProviderOptOut } from '../consent/consent-gate.js'
import type { CreditAmounts, LedgerEntry } from '../credits/ledger.js'
import { BULK_PRICE, BULK_PRICE_KNOWN, FREE, plus, sliceEntries, times } from '../credits/price.js'
import { backoffMs, type Job } from '../jobs/job.js'
import { FAILURES } from '../messages/failures.js'
import type { Message, MessageFailure } from '../messages/message.js'
import { finishMessageJob } from '../messages/settlement.js'
import type { SmsProvider, SubmissionOutcome } from '../ports/sms-provider.js'
import type { PhoneNumber } from '../values/phone-number.js'
import { NO_OUTCOMES, type BroadcastCounts } from './broadcast.js'
import type { ChunkProgress, Waiting } from './chunk.js'
import { messageAt, type OpenSlice } from './slice.js'

/** All that follows from the outcomes of a slice. */
export type SliceSettlement = {
  readonly messages: readonly Message[]
  /** For messages in doubt, which go on by themselves. */
  readonly jobs: readonly Job[]
  readonly progress: ChunkProgress
  readonly counts: BroadcastCounts
  readonly entries: readonly LedgerEntry[]
  readonly optOuts: readonly ProviderOptOut[]
}

export type SliceEnd = {
  readonly now: Date
  /** For each of the attempt's `indices`. */
  readonly outcomes: readonly SubmissionOutcome[]
  /** By index: what was looked up for this slice. */
  readonly lookedUp: ReadonlySet<number>
  /** The chunk as it is now. */
  readonly progress: ChunkProgress
  /** Nobody of it is tried again. */
  readonly isCanceled: boolean
  readonly provider: Pick<SmsProvider, 'deduplicates' | 'canBeAsked'>
  /** 0 to 1, for the back-off. */
  readonly chance: number
}

/**
 * Sent, failed, or back to those that wait. A message whose outcome nobody knows becomes one that goes on by itself,
 * where it can be cleared up; the others do not wait for it.
 */
export function sliceSettlementOf(slice: OpenSlice, end: SliceEnd): SliceSettlement {
  const { attempt } = slice
  const { now, outcomes, lookedUp } = end
  const messages: Message[] = []
  const waiting: Waiting[] = []
  const retryAfterMs: number[] = []
  const fail = (index: number, text: string | null, failure: MessageFailure) => {
    messages.push({ ...messageAt(slice, index, text), ...ENDED, status: 'failed', failure, cost: BULK_PRICE })
  }
  for (const [i, index] of attempt.indices.entries()) {
    const outcome = outcomes[i]!
    const text = attempt.texts?.[i] ?? null
    const cost = lookedUp.has(index) ? BULK_PRICE : BULK_PRICE_KNOWN
    const start = messageAt(slice, index, text)
    if (outcome.kind === 'accepted') {
      messages.push({ ...start, ...ENDED, status: 'sent', sentAt: now, providerId: outcome.providerId, cost })
    } else if (outcome.kind === 'refused') {
      fail(index, text, { type: outcome.type, message: outcome.message })
    } else if (outcome.kind === 'try-later') {
      waiting.push({ index, sinceMs: start.createdAt.getTime() })
      if (outcome.afterMs !== null) retryAfterMs.push(outcome.afterMs)
    } else if (end.provider.deduplicates || end.provider.canBeAsked) {
      messages.push({ ...start, ...ENDED, status: 'queued', phase: 'submitting', cost })
    } else {
      fail(index, text, FAILURES.unknown)
    }
  }
  for (const index of attempt.stopped) fail(index, null, FAILURES.optedOut)
  for (const index of attempt.expired) fail(index, null, FAILURES.unavailable)
  return {
    messages,
    jobs: messages.filter(isInDoubt).map((message) => finishMessageJob(message, later(now, backoffMs(1, end.chance)))),
    progress: progressOf(slice, end, { waiting, retryAfterMs }),
    counts: {
      ...NO_OUTCOMES,
      sent: messages.filter(({ status }) => status === 'sent').length,
      failed: messages.filter(({ status }) => status === 'failed').length,
      canceled: end.isCanceled ? waiting.length : 0,
    },
    entries: entriesOf(slice, end, { messages, canceled: end.isCanceled ? waiting.length : 0 }),
    optOuts: messages.filter(isOptedOut).map((message) => optOutOf(message, now)),
  }
}

const ENDED = { phase: null, failure: null, sentAt: null, providerId: null } as const

function isInDoubt({ phase }: Message): boolean {
  return phase !== null
}

type NotTaken = { readonly waiting: readonly Waiting[]; readonly retryAfterMs: readonly number[] }

/** The provider is asked again later and later, as long as it takes nothing at all. */
function progressOf({ attempt }: OpenSlice, end: SliceEnd, { waiting, retryAfterMs }: NotTaken): ChunkProgress {
  const { progress, isCanceled, now } = end
  const all = isCanceled ? [] : [...progress.waiting, ...waiting]
  const isMissed = attempt.indices.length > 0 && waiting.length === attempt.indices.length
  const misses = isMissed ? progress.misses + 1 : 0
  const waitMs = Math.max(backoffMs(Math.max(1, misses), end.chance), ...retryAfterMs)
  return { ...progress, waiting: all, misses, retryAt: all.length === 0 ? null : later(now, waitMs), attempt: null }
}

type Settled = { readonly messages: readonly Message[]; readonly canceled: number }

/** What was reserved for each is captured or released, but for those in doubt: their cost stays reserved. */
function entriesOf(
  { broadcast, chunk, attempt }: OpenSlice,
  { now }: SliceEnd,
  settled: Settled,
): readonly LedgerEntry[] {
  const { messages, canceled } = settled
  const total = (cost: (message: Message) => CreditAmounts) => messages.map(cost).reduce(plus, FREE)
  const captured = total(({ status, cost }) => (status === 'sent' ? cost : FREE))
  const kept = total(({ status, cost }) => (status === 'failed' ? FREE : cost))
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

function later(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}
