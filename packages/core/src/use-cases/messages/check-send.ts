import type { Account } from '../../model/accounts/account.js'
import { checkQuota } from '../../model/accounts/daily-quota.js'
import { faultOfDestination } from '../../model/accounts/destinations.js'
import { refusalOf } from '../../model/consent/consent.js'
import { covers, insufficientCredits, priceOf } from '../../model/credits/price.js'
import type { Sender } from '../../model/senders/sender.js'
import { checkBody } from '../../model/templates/check-body.js'
import { violationIn } from '../../model/templates/content-policy.js'
import type { SendFacts } from '../../stores/single-send-store.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import type { BlockedText } from './checked-renderer.js'

/** A message as requested. */
export type SendRequest = {
  readonly account: Account
  /** Not validated yet: a repeat with a key gets the stored response, whatever the number is. */
  readonly to: string
  readonly from: string
  /** `""` for an MMS without text. */
  readonly body: string
  readonly mediaUrl: string | null
}

/** Refuses a send that the given facts do not allow. The order of the checks decides which refusal a client gets. */
export function checkSend(send: SendRequest, facts: SendFacts, now: Date): void {
  const { account, to, mediaUrl } = send
  const { sender, consent, balance, acceptedThatDay } = facts
  checkSender(sender, { from: send.from, hasMedia: send.mediaUrl !== null })
  const refusal = refusalOf(consent)
  if (refusal === 'hard-opted-out') {
    throw new DomainError('recipient-opted-out', `${to} has opted out, and only its owner can opt in again`)
  }
  if (refusal === 'not-opted-in') {
    throw new DomainError('recipient-not-opted-in', `${to} has not opted in to any group of this account`)
  }
  checkQuota(account, { recipients: 1, acceptedThatDay, now })
  const required = priceOf({ mediaUrl })
  if (!covers(balance, required)) throw insufficientCredits(required, balance)
}

/** Refuses a number that the account may not text. */
export function checkDestination({ account, to }: Pick<SendRequest, 'account' | 'to'>): void {
  const fault = faultOfDestination(account.destinations, to)
  if (fault !== null) throw invalidInput('to', fault)
}

/** Refuses a request that is invalid in itself; the recipient's number is checked elsewhere. */
export function checkRequest(sender: Sender | null, send: SendRequest): void {
  checkSender(sender, { from: send.from, hasMedia: send.mediaUrl !== null })
  checkBody(send.body, send.account.compliance)
}

/** The refusal of a body that only the values of the contact make a violation. */
export function contentRefusal({ blockedBy }: BlockedText): DomainError {
  return violationIn('With its merge tags filled in, the body', blockedBy)
}

/** With `hasMedia`, the sender must be able to send MMS. */
export function checkSender(
  sender: Sender | null,
  { from, hasMedia }: { readonly from: string; readonly hasMedia: boolean },
): void {
  if (sender === null) throw new DomainError('sender-not-assigned', `${from} is not a number of this account`)
  if (sender.status !== 'active') throw new DomainError('sender-not-active', `${from} is not active`)
  if (hasMedia && !sender.mms) throw invalidInput('from', `cannot send MMS: ${from} is for SMS only`)
}
