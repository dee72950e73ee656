import { withCode } from '../../model/forms/form-entry.js'
import { referenceOf, withTries, type Message } from '../../model/messages/message.js'
import type { Chance, Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { SmsProvider, Submission, SubmissionOutcome } from '../../ports/sms-provider.js'
import type { Settlement } from '../../stores/single-send-store.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { logOptOut, optOutEntry } from '../opt-outs/provider-opt-out.js'
import { beginAttempt, endSlot, takenBefore, type Attempt } from './begin-attempt.js'
import { countInBroadcast, judgeAfter } from './count-in-broadcast.js'
import { withReceipt } from './receive-receipt.js'
import { settlementOf, type End } from './settlement.js'

/** How long the provider may take to respond. */
export const SUBMIT_DEADLINE_MS = 5_000
/** An attempt that began longer ago than this is not submitted: its lease expires soon. */
const SUBMIT_WITHIN_MS = 3_000

export type SubmitDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly chance: Chance
  readonly provider: SmsProvider
  readonly secrets: Secrets
}

/**
 * Submits a message that was just accepted; if its sender has a rate, only if a slot is free. Returns the
 * message in its new state, which is the stored response for its key. The effect of an earlier receipt is
 * visible only when the message is read.
 */
export async function submitAccepted(deps: SubmitDeps, message: Message): Promise<Message> {
  const { createdAt: since } = message
  if (message.phase === 'submitting') return submitMessage(deps, { message, at: since, since, isThrottled: false })
  const options = { ...deps, now: deps.clock.now(), eventId: deps.ids.next('evt'), since, job: null }
  const begun = await deps.unitOfWork.run((stores) => beginAttempt(stores, message, options))
  return begun.attempt === null ? begun.message : submitMessage(deps, begun.attempt)
}

/** Submits an attempt, stores its outcome, and returns the message in its new state. */
export async function submitMessage(deps: SubmitDeps, attempt: Attempt): Promise<Message> {
  return settle(deps, attempt, await submitToProvider(deps, attempt))
}

/** Resubmits an open attempt: even if the provider does not accept the message now, it may have accepted it before. */
export async function resubmit(deps: SubmitDeps, attempt: Attempt): Promise<Message> {
  const outcome = await submitToProvider(deps, attempt)
  return settle(deps, attempt, outcome.kind === 'try-later' ? { kind: 'unknown' } : outcome)
}

async function submitToProvider(deps: SubmitDeps, { message, at }: Attempt): Promise<SubmissionOutcome> {
  const { provider, clock, secrets } = deps
  if (clock.now().getTime() > at.getTime() + SUBMIT_WITHIN_MS) return { kind: 'try-later', afterMs: null }
  const [outcome] = await provider.submit([submissionOf(message, secrets)], { deadlineMs: SUBMIT_DEADLINE_MS })
  return outcome!
}

/** Stores the outcome of an attempt and its consequences, unless another worker has taken over the attempt. */
export async function settle(deps: SubmitDeps, attempt: Attempt, outcome: SubmissionOutcome): Promise<Message> {
  const { message, since, isThrottled } = attempt
  const now = deps.clock.now()
  const { provider, ids, chance } = deps
  const end = { now, since, provider, chance: chance.next(), eventId: ids.next('evt') }
  const byOutcome = settlementOf(message, outcome, end)
  if (!isThrottled && (await settleAtOnce(deps, byOutcome))) return byOutcome.message
  return deps.unitOfWork.run(async (stores) => {
    if (isThrottled) await endSlot(stores, message, now)
    const taken =
      outcome.kind === 'unknown' ? await takenMeanwhile(stores, withTries(message, outcome.tries), end) : null
    const settlement = taken ?? byOutcome
    const entry = settlement.optOut && (await optOutEntry(stores, deps, settlement.optOut))
    await countInBroadcast(stores, deps.ids, settlement.message, now)
    const [settled] = await stores.singleSends.settle([settlement])
    if (!settled) return (await stores.messages.find(message.account, message.id))!
    if (entry !== null) await logOptOut(stores, entry)
    if (settled.receipt !== null) await withReceipt(stores, settlement.message, settled.receipt, { ...deps, now })
    await judgeAfter(stores, deps.ids, settlement.message, now)
    return settlement.message
  })
}

/** A receipt that came during the submission resolves its unknown outcome. */
async function takenMeanwhile(stores: Stores, message: Message, end: End): Promise<Settlement | null> {
  await stores.messages.lock(message.account, [message.id])
  return takenBefore(stores, message, end)
}

/**
 * Settles nearly all messages in one call of the store. More calls are needed if the consent log, a broadcast or a
 * throttle changes too.
 */
async function settleAtOnce({ unitOfWork }: SubmitDeps, settlement: Settlement): Promise<boolean> {
  const isPlain = settlement.optOut === null && settlement.message.broadcast === null
  if (!isPlain) return false
  const [settled] = await unitOfWork.runOne(({ singleSends }) => {
    return singleSends.settle([settlement], { leavesReceipts: true })
  })
  return settled !== null
}

/** Fills in a one-time code here, so that only the provider and the phone see it. */
function submissionOf(message: Message, secrets: Secrets): Submission {
  const { id, purpose, to, from, mediaUrl } = message
  const body = purpose === 'code' ? withCode(message.body, secrets.oneTimeCodeOf(id)) : message.body
  return { reference: referenceOf(message), to, from, body, mediaUrl }
}
