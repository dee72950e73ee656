import type { ProviderOptOut } from '../consent/consent-gate.js'
import type { LedgerEntry } from '../credits/ledger.js'
import { BULK_PRICE, BULK_PRICE_KNOWN, FREE, plus, sliceEntries, times } from '../credits/price.js'
import { backoffMs, type Job } from '../jobs/job.js'
import { FAILURES } from '../messages/failures.js'
import type { Message, MessageFailure } from '../messages/message.js'
import { finishMessageJob } from '../messages/settlement.js'
import type { OpenProgress } from '../ports/broadcast-store.js'
import type { SmsProvider, SubmissionOutcome } from '../ports/sms-provider.js'
import type { PhoneNumber } from '../values/phone-number.js'
import { NO_OUTCOMES, positionOf, type BroadcastCounts } from './broadcast.js'
import type { ChunkProgress, Waiting } from './chunk.js'
import { messageAt, sinceMsOf, type OpenSlice } from './slice.js'

/** All that follows from the outcomes of a slice. */
export type SliceSettlement = {
  readonly messages: readonly Message[]
  /** For messages in doubt, which go on by themselves. */
  readonly jobs: readonly Job[]
  readonly progress: ChunkProgress
  readonly counts: BroadcastCounts
  readonly entries: readonly LedgerEntry[]
  readonly optOuts: readonly ProviderOptOut[]
  /** By index: those that the provider did not take before a cancel, and who are not tried again. */
  readonly spared: readonly number[]
}

export type SliceEnd = {
  readonly now: Date
  /** For each of the attempt's `indices`. */
  readonly outcomes: readonly SubmissionOutcome[]
  /** By index: what was looked up for this slice. */
  readonly lookedUp: ReadonlySet<number>
  /** The chunk as it is now. */
  readonly progress: OpenProgress
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
  const paidLookUps = new Set([...lookedUp, ...lookedUpBefore(slice)])
  const fail = (index: number, text: string | null, failure: MessageFailure) => {
    messages.push(messageAt(slice, index, text, { ...FAILED, failure }))
  }
  for (const [i, index] of attempt.indices.entries()) {
    const outcome = outcomes[i]!
    const text = attempt.texts?.[i] ?? null
    const isLookedUp = paidLookUps.has(index)
    const cost = isLookedUp ? BULK_PRICE : BULK_PRICE_KNOWN
    if (outcome.kind === 'accepted') {
      messages.push(messageAt(slice, index, text, { ...SENT, sentAt: now, providerId: outcome.providerId, cost }))
    } else if (outcome.kind === 'refused') {
      fail(index, text, { type: outcome.type, message: outcome.message })
    } else if (outcome.kind === 'try-later') {
      waiting.push({ index, sinceMs: sinceMsOf(attempt, index), ...(isLookedUp && { wasLookedUp: true }) })
      if (outcome.afterMs !== null) retryAfterMs.push(outcome.afterMs)
    } else if (end.provider.deduplicates || end.provider.canBeAsked) {
      messages.push(messageAt(slice, index, text, { ...IN_DOUBT, cost }))
    } else {
      fail(index, text, FAILURES.unknown)
    }
  }
  for (const index of attempt.stopped) fail(index, null, FAILURES.optedOut)
  for (const index of attempt.expired) fail(index, null, FAILURES.unavailable)
  const spared = end.isCanceled ? waiting.map(({ index }) => index) : []
  return {
    messages,
    jobs: messages.filter(isInDoubt).map((message) => {
      const index = positionOf(message.id) - slice.chunk.firstPosition
      const since = new Date(sinceMsOf(attempt, index))
      return finishMessageJob(message, later(now, backoffMs(1, end.chance)), since)
    }),
    progress: progressOf(slice, end, { waiting, retryAfterMs }),
    counts: {
      ...NO_OUTCOMES,
      sent: messages.filter(({ status }) => status === 'sent').length,
      failed: messages.filter(({ status }) => status === 'failed').length,
      canceled: spared.length,
    },
    entries: entriesOf(slice, end, { messages, canceled: spared.length }),
    optOuts: messages.filter(isOptedOut).map((message) => optOutOf(message, now)),
    spared,
  }
}

/** Those of the slice that wait no more, and were looked up when the provider did not take them. */
function lookedUpBefore({ attempt }: OpenSlice): readonly number[] {
  return attempt.again.filter(({ wasLookedUp }) => wasLookedUp).map(({ index }) => index)
}

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

function later(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}
