import { refusalOf, type Consent, type Refusal } from '../consent/consent.js'
import type { CreditBalance } from '../credits/ledger.js'
import { covers } from '../credits/price.js'
import { isInUse, type IdempotencyKeyRecord } from '../idempotency/key.js'
import type { Sender } from '../senders/sender.js'
import type { Message } from './message.js'

/** Everything that decides whether a send is accepted. */
export type SendFacts = {
  /** Whether the message is already stored, by a commit that was not acknowledged: then nothing is left to accept. */
  readonly isAccepted: boolean
  readonly sender: Sender | null
  readonly consent: Consent
  readonly key: IdempotencyKeyRecord | null
  readonly balance: CreditBalance
  readonly acceptedThatDay: number
}

/** A send that asks to be accepted. */
export type OfferedSend = {
  readonly message: Message
  /** How many recipients the account may have a day; null without a quota. */
  readonly dailyQuota: number | null
  readonly now: Date
}

export type SenderObstacle = 'sender-not-assigned' | 'sender-not-active' | 'sender-without-mms'

/** The obstacles that a client gets as an error. */
export type SendRefusal = SenderObstacle | Refusal | 'quota-reached' | 'insufficient-credits'

export type SendObstacle = 'accepted-before' | 'key-in-use' | SendRefusal | 'sender-has-rate'

/**
 * The reason not to accept a send; null if there is none. If there are several, the first one counts, which
 * decides the response that a client gets. A message whose sender has a rate cannot be submitted at once, so it is
 * only accepted if it waits for a slot.
 */
export function obstacleTo({ message, dailyQuota, now }: OfferedSend, facts: SendFacts): SendObstacle | null {
  const { sender, consent, balance, acceptedThatDay } = facts
  if (facts.isAccepted) return 'accepted-before'
  if (isInUse(facts.key, now)) return 'key-in-use'
  const refusal = obstacleOfSender(sender, { hasMedia: message.mediaUrl !== null }) ?? refusalOf(consent)
  if (refusal !== null) return refusal
  if (dailyQuota !== null && acceptedThatDay >= dailyQuota) return 'quota-reached'
  if (!covers(balance, message.cost)) return 'insufficient-credits'
  return message.phase === 'submitting' && sender!.messagesPerSecond !== null ? 'sender-has-rate' : null
}

/** With `hasMedia`, the sender must be able to send MMS. */
export function obstacleOfSender(
  sender: Sender | null,
  { hasMedia }: { readonly hasMedia: boolean },
): SenderObstacle | null {
  if (sender === null) return 'sender-not-assigned'
  if (sender.status !== 'active') return 'sender-not-active'
  return hasMedia && !sender.mms ? 'sender-without-mms' : null
}
