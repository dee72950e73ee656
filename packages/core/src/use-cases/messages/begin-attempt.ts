import { beforeExpiry, isExpired } from '../../model/broadcasts/expiry.js'
import type { ConsentDeps } from '../../model/consent/consent-log.js'
import type { ClaimedJobOf } from '../../model/jobs/job.js'
import { FAILURES } from '../../model/messages/failures.js'
import { isFromCarrierOf, type Message, type MessageFailure } from '../../model/messages/message.js'
import type { Opening } from '../../model/windows/opening.js'
import { ratePartsOf } from '../../model/senders/rate-counts.js'
import type { SlotGrant } from '../../model/senders/throttle-store.js'
import type { SmsProvider } from '../../ports/sms-provider.js'
import type { Settlement } from '../../stores/single-send-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { EventId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'
import { ANY_TIME, timingOf, type Timing } from '../windows/message-timing.js'
import { stopOf } from './consent-gate.js'
import { countInBroadcast, judgeAfter } from './count-in-broadcast.js'
import { landlineStopOf } from './landlines.js'
import { withReceipt } from './receive-receipt.js'
import { type End, failed, finishMessageJob, keyOf, sent, triedUntil, unknownOutcome } from './settlement.js'

/**
 * How long an attempt belongs to the worker that began it: the time to reach the provider, get a response and store the
 * outcome.
 */
export const ATTEMPT_LEASE_MS = 9_000

/** A message whose submission has begun. */
export type Attempt = {
  readonly message: Message
  readonly at: Date
  /** When the message was first tried; retries end an hour later. */
  readonly since: Date
  /** Whether the sender has a rate and the attempt has taken a slot. */
  readonly isThrottled: boolean
}

type BeginAttemptOptions = ConsentDeps & {
  readonly provider: SmsProvider
  readonly now: Date
  readonly eventId: EventId
  readonly since: Date
  /** The job that continues the message; null if the message was just accepted. */
  readonly job: ClaimedJobOf<'finish-message'> | null
}

export type BegunAttempt =
  | { readonly attempt: Attempt; readonly wasOpen: boolean }
  /** There is nothing to submit now, or another worker submits the message. */
  | { readonly attempt: null; readonly message: Message }

/**
 * Begins a new attempt, which invalidates the previous one. No attempt begins if nothing is left to submit, if the
 * message has no slot yet, or if another worker has claimed the job in the meantime: that worker's attempt may be on
 * the way to the provider, so that a query would not find it yet. Locks the sender's throttle before the message. If
 * the message was never tried, its hour of retries begins here.
 */
export async function beginAttempt(stores: Stores, found: Message, given: BeginAttemptOptions): Promise<BegunAttempt> {
  const { job, now } = given
  const since = found.attempt === 0 ? now : given.since
  const options = { ...given, since }
  const landline = found.phase === 'waiting' ? await landlineStopOf(stores, found, now) : null
  const timing = isSubmitted(found, options) ? await timingOf(stores, found, now) : ANY_TIME
  const { opening } = timing
  const needsSlot = landline === null && opening.kind === 'open'
  const slot = needsSlot ? await takeSlot(stores, found, options) : { ...NO_SLOT_NEEDED, nextAt: now }
  const before = (await stores.messages.lock(found.account, [found.id])).get(found.id)!
  if (before.phase !== found.phase || before.attempt !== found.attempt) return { attempt: null, message: before }
  const heldUntil = before.heldUntil && before.createdAt
  const message: Message = { ...before, heldUntil, phase: 'submitting', attempt: before.attempt + 1 }
  const wasOpen = before.phase === 'submitting'
  const settlement =
    (before.attempt === 0 ? null : await takenBefore(stores, message, options)) ??
    (wasOpen ? givenUp(message, opening, options) : await stopped(stores, message, { landline, timing }, options))
  if (job !== null && !(await stores.jobs.holds(job))) return { attempt: null, message: before }
  if (settlement === null && opening.kind !== 'open') {
    return { attempt: null, message: await waitForWindow(stores, before, timing, options) }
  }
  if (settlement === null && slot.taken === 0) {
    await waitForSlot(stores, before, slot.nextAt, options)
    return { attempt: null, message: before }
  }
  await stores.messages.save([message])
  if (settlement !== null) {
    if (slot.isThrottled) await endSlot(stores, message, now)
    await countInBroadcast(stores, options.ids, settlement.message, now)
    const [settled] = await stores.singleSends.settle([settlement])
    if (settled?.receipt) await withReceipt(stores, settlement.message, settled.receipt, options)
    await judgeAfter(stores, options.ids, settlement.message, now)
    return { attempt: null, message: settlement.message }
  }
  if (job === null) await stores.jobs.put([finishMessageJob(message, addMs(now, ATTEMPT_LEASE_MS), since)])
  return { attempt: { message, at: now, since, isThrottled: slot.isThrottled }, wasOpen }
}

/** Ends the slot of an attempt that is over: from now on, the slot counts against the rate for one window. */
export function endSlot({ throttles }: Pick<Stores, 'throttles'>, message: Message, now: Date): Promise<void> {
  return throttles.end({ account: message.account, sender: message.from, id: slotIdOf(message), at: now })
}

function slotIdOf({ id, attempt }: Pick<Message, 'id' | 'attempt'>): string {
  return `${id}.${attempt}`
}

/** Whether an attempt submits the message, and does not only query the provider. */
function isSubmitted({ phase }: Message, { provider }: Pick<BeginAttemptOptions, 'provider'>): boolean {
  return phase === 'waiting' || (provider.deduplicates && !provider.canBeAsked)
}

/** Takes a slot for a submission; querying the provider for an outcome takes none. */
async function takeSlot({ throttles }: Stores, message: Message, options: BeginAttemptOptions): Promise<SlotGrant> {
  const { now } = options
  if (!isSubmitted(message, options)) return { ...NO_SLOT_NEEDED, nextAt: now }
  const { account, from: sender, attempt } = message
  const id = slotIdOf({ ...message, attempt: attempt + 1 })
  const slot = { account, sender, id, wanted: 1, parts: [ratePartsOf(message)], joinsQueue: true }
  return throttles.take({ ...slot, now, until: addMs(now, ATTEMPT_LEASE_MS) })
}

const NO_SLOT_NEEDED = { taken: 1, isThrottled: false } as const

/** If a receipt shows that the provider has the message, it is sent, and never submitted again. */
export async function takenBefore(
  stores: Pick<Stores, 'messages'>,
  message: Message,
  options: End,
): Promise<Settlement | null> {
  const [receipt] = await stores.messages.keptReceipts(message.account, [message.id])
  if (receipt === undefined || !isFromCarrierOf(message, receipt)) return null
  return sent(message, receipt.providerId ?? null, options)
}

/**
 * If the outcome of an attempt that was left open can never be known, ends the attempt; otherwise returns null. It cannot be
 * known either if it would take another submission, and no sending window opens in the hour of retries.
 */
function givenUp(message: Message, opening: Opening, options: BeginAttemptOptions): Settlement | null {
  const { deduplicates, canBeAsked } = options.provider
  const isClosed = opening.kind !== 'open' && options.now >= triedUntil(options.since)
  return (deduplicates || canBeAsked) && !isClosed ? null : unknownOutcome(message, options)
}

/** Fails a waiting message that may no longer be sent, or whose hour of retries passed without an attempt. */
async function stopped(
  stores: Stores,
  message: Message,
  { landline, timing }: { readonly landline: MessageFailure | null; readonly timing: Timing },
  options: BeginAttemptOptions,
): Promise<Settlement | null> {
  const { now } = options
  const closed = timing.opening.kind === 'never' ? FAILURES.outsideSendingWindow : null
  const stop = (await stopOf(stores, message, now)) ?? landline ?? endOf(timing, now) ?? closed
  if (stop !== null) return failed(message, stop, options)
  const isLate = now.getTime() > triedUntil(options.since).getTime() + LATE_MAX_MS
  return isLate ? failed(message, FAILURES.expired, options) : null
}

const LATE_MAX_MS = 60_000

/** A message that may have waited long for its window is not sent after the end of its broadcast. */
function endOf({ broadcast }: Timing, now: Date): MessageFailure | null {
  if (broadcast === null) return null
  if (broadcast.status === 'canceled') return FAILURES.broadcastCanceled
  return isExpired(broadcast, now) ? FAILURES.broadcastExpired : null
}

/**
 * Schedules the message for the time when its sending window opens. Its hour of retries begins then, unless the provider may
 * have it: then it is not submitted again outside a window, and its hour goes on.
 */
async function waitForWindow(
  stores: Stores,
  before: Message,
  { opening, broadcast }: Timing,
  { since }: BeginAttemptOptions,
): Promise<Message> {
  const until = opening.kind === 'held' ? opening.until : null
  if (before.phase === 'submitting' || until === null) {
    const end = triedUntil(since)
    await stores.jobs.put([finishMessageJob(before, until !== null && until < end ? until : end, since)])
    return before
  }
  const message: Message = { ...before, heldUntil: until }
  await stores.messages.save([message])
  const runAt = broadcast === null ? until : beforeExpiry(broadcast, until)
  await stores.jobs.put([finishMessageJob(message, runAt, until)])
  const key = keyOf(message, null)
  if (key !== null) await stores.idempotencyKeys.save(key)
  return message
}

/**
 * Schedules the message for the next slot, and stores the key's response. Waiting does not shorten the hour of retries.
 */
async function waitForSlot(
  stores: Stores,
  message: Message,
  nextAt: Date,
  options: BeginAttemptOptions,
): Promise<void> {
  const waitMs = nextAt.getTime() - options.now.getTime()
  await stores.jobs.put([finishMessageJob(message, nextAt, addMs(options.since, waitMs))])
  const key = keyOf(message, null)
  if (key !== null) await stores.idempotencyKeys.save(key)
}
