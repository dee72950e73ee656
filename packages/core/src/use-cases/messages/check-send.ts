import { usesSmartEncoding, type Account } from '../../model/accounts/account.js'
import { quotaReached } from '../../model/accounts/daily-quota.js'
import { faultOfDestination } from '../../model/accounts/destinations.js'
import type { Refusal } from '../../model/consent/consent.js'
import { insufficientCredits, priceOf } from '../../model/credits/price.js'
import type { SendFacts, SendRefusal } from '../../model/messages/send-obstacle.js'
import { checkBody } from '../../model/templates/check-body.js'
import { violationIn } from '../../model/templates/content-policy.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import { checkFrom } from '../senders/check-from.js'
import { senderRefusal } from '../senders/check-sender.js'
import type { BlockedText } from '../templates/checked-renderer.js'

/** A message as requested. */
export type SendRequest = {
  readonly account: Account
  /** Not validated yet: a repeat with a key gets the stored response, whatever the number is. */
  readonly to: string
  readonly from: string
  /** `""` for an MMS without text. */
  readonly body: string
  readonly mediaUrl: string | null
  /** The id of a template to send in place of a body, as requested. `mediaUrl` replaces the template's media. */
  readonly template?: string | undefined
  /** If it is absent, the account decides. */
  readonly smartEncoding?: boolean | undefined
  /** Whether it waits until a sending window of the account is open. False if it is absent. */
  readonly respectWindows?: boolean | undefined
}

/** The error that tells a client why its send is not accepted. */
export function sendRefusal(refusal: SendRefusal, send: SendRequest, facts: SendFacts, now: Date): DomainError {
  const { account, to, from, mediaUrl } = send
  const { balance, acceptedThatDay } = facts
  switch (refusal) {
    case 'hard-opted-out':
    case 'not-opted-in':
      return consentRefusal(refusal, to)
    case 'quota-reached':
      return quotaReached(account.dailyMessageQuota!, { recipients: 1, acceptedThatDay, now })
    case 'insufficient-credits':
      return insufficientCredits(priceOf({ mediaUrl }), balance)
    default:
      return senderRefusal(refusal, from)
  }
}

export function consentRefusal(refusal: Refusal, to: string): DomainError {
  if (refusal === 'not-opted-in') {
    return new DomainError('recipient-not-opted-in', `${to} has not opted in to any group of this account`)
  }
  return new DomainError('recipient-opted-out', `${to} has opted out, and only its owner can opt in again`)
}

/** Refuses a number that the account may not text. */
export function checkDestination({ account, to }: Pick<SendRequest, 'account' | 'to'>): void {
  const fault = faultOfDestination(account.destinations, to)
  if (fault !== null) throw invalidInput('to', fault)
}

/** Refuses a request that is invalid in itself; the recipient's number is checked elsewhere. */
export async function checkRequest(stores: Pick<Stores, 'senders'>, send: SendRequest): Promise<void> {
  await checkFrom(stores, send.account, { from: send.from, hasMedia: send.mediaUrl !== null })
  checkBody(send.body, send.account.compliance, { smartEncoding: usesSmartEncoding(send) })
}

/** The refusal of a body that only values of the contact or smart encoding make a violation. */
export function contentRefusal({ blockedBy }: BlockedText): DomainError {
  return violationIn('The text that would be sent', blockedBy)
}
