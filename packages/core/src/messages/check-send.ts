import type { Account } from '../accounts/account.js'
import type { Sender } from '../accounts/sender.js'
import { refusalOf } from '../consent/consent-gate.js'
import { covers, insufficientCredits, priceOf } from '../credits/price.js'
import { DomainError, invalidInput } from '../errors.js'
import type { SendFacts } from '../ports/send-store.js'
import { checkBody } from './check-body.js'

/** A message as it was asked for. */
export type SendRequest = {
  readonly account: Account
  /** Not yet looked at: a repeat under a key is answered whatever it says. */
  readonly to: string
  readonly from: string
  /** `""` for an MMS without text. */
  readonly body: string
  readonly mediaUrl: string | null
}

/** What can refuse a send whose request is right in itself, in the order in which clients are told. */
export function checkSend(send: SendRequest, facts: SendFacts, now: Date): void {
  const { account, to, mediaUrl } = send
  const { sender, consent, balance, acceptedThatDay } = facts
  checkSender(sender, send)
  const refusal = refusalOf(consent)
  if (refusal === 'hard-opted-out') {
    throw new DomainError('recipient-opted-out', `${to} has opted out, and only its owner can take that back`)
  }
  if (refusal === 'not-opted-in') {
    throw new DomainError('recipient-not-opted-in', `${to} has not opted in to any group of this account`)
  }
  const quota = account.dailyMessageQuota
  if (quota !== null && acceptedThatDay >= quota) {
    const message = `The daily quota of ${quota} messages is reached; the day ends at 00:00 UTC`
    const retryAfterSeconds = secondsToNextDay(now)
    throw new DomainError('quota-reached', message, { quota, used: acceptedThatDay, retryAfterSeconds })
  }
  const required = priceOf({ mediaUrl })
  if (!covers(balance, required)) throw insufficientCredits(required, balance)
}

/** What of a request itself can refuse it, besides the number that it is for. */
export function checkRequest(sender: Sender | null, send: SendRequest): void {
  checkSender(sender, send)
  checkBody(send.body, send.account.compliance)
}

function checkSender(sender: Sender | null, { from, mediaUrl }: Pick<SendRequest, 'from' | 'mediaUrl'>): void {
  if (sender === null) throw new DomainError('sender-not-assigned', `${from} is not a number of this account`)
  if (sender.status !== 'active') throw new DomainError('sender-not-active', `${from} is not active`)
  if (mediaUrl !== null && !sender.mms) throw invalidInput('from', `cannot send MMS: ${from} is for SMS only`)
}

function secondsToNextDay(instant: Date): number {
  return DAY_SECONDS - Math.floor((instant.getTime() / 1_000) % DAY_SECONDS)
}

const DAY_SECONDS = 86_400
