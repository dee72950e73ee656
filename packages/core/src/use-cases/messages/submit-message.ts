import { withCode } from '../../model/forms/form-entry.js'
import { referenceOf, type Message } from '../../model/messages/message.js'
import type { Chance, Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { SmsProvider, Submission, SubmissionOutcome } from '../../ports/sms-provider.js'
import type { Settlement } from '../../stores/single-send-store.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { optOutEntry } from '../opt-outs/provider-opt-out.js'
import { beginAttempt, endSlot, type Attempt } from './begin-attempt.js'
import { countInBroadcast } from './count-in-broadcast.js'
import { withReceipt } from './receive-receipt.js'
import { settlementOf } from './settlement.js'

/** How long the provider may take to answer. */
export const SUBMIT_DEADLINE_MS = 5_000
/** Who has begun an attempt and gets to the provider later than this leaves it alone: its lease is running out. */
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
 * Hands over what was accepted just now: at once, or, where its sender has a rate, when it is its turn. Answers the
 * message as that left it: that is what its key repeats. A receipt that was quicker is told by reading the message.
 */
export async function submitAccepted(deps: SubmitDeps, message: Message): Promise<Message> {
  const { createdAt: since } = message
  if (message.phase === 'submitting') return submitMessage(deps, { message, at: since, since, isThrottled: false })
  const options = { ...deps, now: deps.clock.now(), eventId: deps.ids.next('evt'), since, job: null }
  const begun = await deps.unitOfWork.run((stores) => beginAttempt(stores, message, options))
  return begun.attempt === null ? begun.message : submitMessage(deps, begun.attempt)
}

/** Hands over an attempt, stores what became of it, and answers the message as it is then. */
export async function submitMessage(deps: SubmitDeps, attempt: Attempt): Promise<Message> {
  return settle(deps, attempt, await submitToProvider(deps, attempt))
}

/** The same for an attempt that somebody left open: where it is not taken now, it may have been taken then. */
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

/** Where the attempt has been taken over meanwhile, whoever did it has the say. */
export async function settle(deps: SubmitDeps, attempt: Attempt, outcome: SubmissionOutcome): Promise<Message> {
  const { message, since, isThrottled } = attempt
  const now = deps.clock.now()
  const { provider, ids, chance } = deps
  const settlement = settlementOf(message, outcome, {
    now,
    since,
    provider,
    chance: chance.next(),
    eventId: ids.next('evt'),
  })
  if (!isThrottled && (await settleAtOnce(deps, settlement))) return settlement.message
  return deps.unitOfWork.run(async (stores) => {
    if (isThrottled) await endSlot(stores, message, now)
    const entry = settlement.optOut && (await optOutEntry(stores, deps, settlement.optOut))
    await countInBroadcast(stores, deps.ids, settlement.message, now)
    const settled = await stores.singleSends.settle(settlement)
    if (settled === null) return (await stores.messages.find(message.account, message.id))!
    if (entry !== null) await stores.consentLog.append([entry])
    if (settled.receipt !== null) await withReceipt(stores, settlement.message, settled.receipt, { ids, now })
    return settlement.message
  })
}

/**
 * The way of nearly all. Where the log of consent, a broadcast or a rate has to hear of it too, it is more than one
 * call.
 */
async function settleAtOnce({ unitOfWork }: SubmitDeps, settlement: Settlement): Promise<boolean> {
  const isPlain = settlement.optOut === null && settlement.message.broadcast === null
  return isPlain && unitOfWork.runOne(({ singleSends }) => singleSends.settleAtOnce(settlement))
}

/** A one-time code is known to the provider and to the phone. */
function submissionOf(message: Message, secrets: Secrets): Submission {
  const { id, purpose, to, from, mediaUrl } = message
  const body = purpose === 'code' ? withCode(message.body, secrets.oneTimeCodeOf(id)) : message.body
  return { reference: referenceOf(message), to, from, body, mediaUrl }
}
