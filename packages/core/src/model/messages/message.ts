import type { CarrierTry, FailureType } from '../../ports/sms-provider.js'
import { isId, type AccountId, type BroadcastId, type MessageId } from '../../values/ids.js'
import { DAY_MS } from '../../values/time/instant.js'
import type { CreditAmounts } from '../credits/ledger.js'
import type { Sender } from '../senders/sender.js'
import type { TemplateRef } from '../templates/template-content.js'

/**
 * One text, to or from a person. An inbound message is `sent` from the start; an outbound one:
 *
 *     queued, submitting --accepted--> sent --receipt--> sent and delivered, or failed
 *            |    ^    `--refused, or unknown outcome--> failed
 *            |    `--its slot is free, and consent was rechecked-.
 *            `--provider is unavailable---------> queued, waiting --an hour passed--> failed
 *
 * A receipt for a message with an unknown outcome shows that it was sent after all: it becomes sent and delivered, or gets
 * the failure of the receipt.
 *
 * While the message is submitting, the provider may have it, even if the submitting process crashed: no other
 * process submits it then. While it is waiting, the provider certainly does not have it. Credits are reserved until the
 * message is sent (captured) or failed (released).
 */
export type Message = {
  readonly id: MessageId
  readonly account: AccountId
  readonly direction: 'outbound' | 'inbound'
  readonly purpose: MessagePurpose
  /** The broadcast or batch that the message belongs to. */
  readonly broadcast: BroadcastId | null
  readonly to: string
  readonly from: string
  /** The text as sent; `""` if there is none. */
  readonly body: string
  readonly mediaUrl: string | null
  /** The version of a template that the text was made from; null if it was made from a body. */
  readonly template: TemplateRef | null
  readonly status: MessageStatus
  readonly failure: MessageFailure | null
  readonly sentAt: Date | null
  readonly deliveredAt: Date | null
  readonly createdAt: Date
  /**
   * Null if it does not observe sending windows by itself; a message of a broadcast observes those of the broadcast.
   * Otherwise it is submitted in a window only, and not before this instant.
   */
  readonly heldUntil: Date | null
  /** The credits that are reserved or were captured for the message. */
  readonly cost: CreditAmounts
  /** Null once the message has been sent or has failed. */
  readonly phase: 'submitting' | 'waiting' | null
  /** The number of attempts so far. Only the outcome of the last attempt counts. */
  readonly attempt: number
  /** The idempotency key of the request; in a broadcast, the key of the recipient. */
  readonly idempotencyKey: string | null
  /** The provider's id of the message. Unique among the inbound messages of an account. */
  readonly providerId: string | null
  /** The carriers that were tried, oldest first; empty if the provider names none. The newest `TRIES_MAX` are kept. */
  readonly tries: readonly CarrierTry[]
}

const TRIES_MAX = 50

/** The message after more carriers were tried. */
export function withTries(message: Message, tries: readonly CarrierTry[] = []): Message {
  return tries.length === 0 ? message : { ...message, tries: [...message.tries, ...tries].slice(-TRIES_MAX) }
}

/** The message after it was found that no carrier has it, so those that may have taken it certainly did not. */
export function withNoneTaken(message: Message): Message {
  const tries = message.tries.map((one): CarrierTry => {
    return one.outcome === 'unknown' ? { ...one, outcome: 'try-later' } : one
  })
  return { ...message, tries }
}

/** The carrier that has the message, or refused it, or may have it; null if none was tried, or none took it. */
export function carrierOf({ tries }: Pick<Message, 'tries'>): string | null {
  return tries.findLast(({ outcome }) => outcome !== 'try-later')?.carrier ?? null
}

/** The initial state of a message: submitting, or, if its sender has a rate, waiting for a slot. */
export function startOf({ messagesPerSecond }: Pick<Sender, 'messagesPerSecond'>): Pick<Message, 'phase' | 'attempt'> {
  return messagesPerSecond === null ? { phase: 'submitting', attempt: 1 } : NOT_TRIED
}

/** The state of a message that is checked again before its first attempt. */
export const NOT_TRIED: Pick<Message, 'phase' | 'attempt'> = { phase: 'waiting', attempt: 0 }

/**
 * The purpose decides who may receive a message: a `message` and an `opt-in` text go to contacts that have opted in, a
 * `confirmation` to a pending contact, an `answer` to the sender of a STOP or HELP, and a `code` to a person who
 * filled in an opt-in form.
 */
export type MessagePurpose = 'message' | 'opt-in' | 'confirmation' | 'answer' | 'code'

export const MESSAGE_DIRECTIONS = ['outbound', 'inbound'] as const
export const MESSAGE_STATUSES = ['queued', 'sent', 'failed'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export type MessageFailure = {
  readonly type: FailureType
  readonly message: string
  /** The carrier's own code for the reason. */
  readonly carrierCode?: string | null
}

export function isMessageId(text: string): text is MessageId {
  return isId('msg', text)
}

/** The provider's reference to a message. It contains the account, so that the message of a receipt can be found. */
export function referenceOf({ account, id }: Pick<Message, 'account' | 'id'>): string {
  return `${account}.${id}`
}

const REFERENCE = /^(acc_[0-9a-z]{26})\.(msg_[0-9a-z]{26})$/

/** Null if the text is not a reference made by this service. */
export function parseReference(text: string): { readonly account: AccountId; readonly id: MessageId } | null {
  const [, account, id] = REFERENCE.exec(text) ?? []
  return account === undefined || id === undefined ? null : { account: account as AccountId, id: id as MessageId }
}

/** How long a receipt is kept for an unsettled message. If the message is settled later, its receipt is lost. */
export const RECEIPT_WINDOW_MS = 7 * DAY_MS

/** A carrier's report on a message that the provider had accepted. */
export type Receipt = {
  readonly account: AccountId
  readonly message: MessageId
  readonly at: Date
  /** Null when the message reached the phone. */
  readonly failure: MessageFailure | null
  /** The carrier that reports; null if the provider names none. */
  readonly carrier?: string | null
  /** The carrier's id of the message. */
  readonly providerId?: string | null
}

/**
 * Whether the carrier of the receipt may have been given the message. If no carrier is known to have it, a process may
 * have died during the last attempt, and it is not known which carriers were tried in that.
 */
export function isFromCarrierOf({ tries }: Pick<Message, 'tries'>, { carrier = null }: Receipt): boolean {
  const isOpen = tries.every(({ outcome }) => outcome === 'try-later')
  return carrier === null || isOpen || tries.some((one) => one.carrier === carrier)
}
