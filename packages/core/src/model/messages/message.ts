import type { FailureType } from '../../ports/sms-provider.js'
import { isId, type AccountId, type BroadcastId, type MessageId } from '../../values/ids.js'
import { DAY_MS } from '../../values/time/instant.js'
import type { CreditAmounts } from '../credits/ledger.js'
import type { Sender } from '../senders/sender.js'

/**
 * One text, to a person or from one. What comes in is `sent` from the start; what goes out:
 *
 *     queued, submitting --accepted--> sent --receipt--> sent and delivered, or failed
 *            |    ^    `--refused, or nobody can say--> failed
 *            |    `--its turn came, and consent was asked again--.
 *            `--the provider takes nothing now--> queued, waiting --an hour passed--> failed
 *
 * Whatever nobody could say of, a receipt of its delivery can: then it is sent and delivered after all.
 *
 * While it is submitting the provider may have it, whatever became of the process that handed it over: nobody sends
 * another instead. While it is waiting the provider certainly has not. Credits are reserved until it is sent
 * (captured) or failed (released).
 */
export type Message = {
  readonly id: MessageId
  readonly account: AccountId
  readonly direction: 'outbound' | 'inbound'
  readonly purpose: MessagePurpose
  /** The broadcast or batch that it belongs to. */
  readonly broadcast: BroadcastId | null
  readonly to: string
  readonly from: string
  /** As it is sent, `""` when there is none. */
  readonly body: string
  readonly mediaUrl: string | null
  readonly status: MessageStatus
  readonly failure: MessageFailure | null
  readonly sentAt: Date | null
  readonly deliveredAt: Date | null
  readonly createdAt: Date
  /** What is reserved or was captured for it. */
  readonly cost: CreditAmounts
  /** Null once it is sent or failed. */
  readonly phase: 'submitting' | 'waiting' | null
  /** How often it was handed over; an outcome counts only for the attempt it belongs to. */
  readonly attempt: number
  /** The key of the request that it came with, or in a broadcast that of its recipient. */
  readonly idempotencyKey: string | null
  /** What the provider calls it. Of texts that come in no two of an account have the same. */
  readonly providerId: string | null
}

/** How a message starts: in the hands of whoever accepted it, or, where its sender has a rate, waiting for its turn. */
export function startOf({ messagesPerSecond }: Pick<Sender, 'messagesPerSecond'>): Pick<Message, 'phase' | 'attempt'> {
  return messagesPerSecond === null ? { phase: 'submitting', attempt: 1 } : { phase: 'waiting', attempt: 0 }
}

/**
 * Whom a text may go to depends on what it is for: a `message` and an `opt-in` text to whoever has opted in, a
 * `confirmation` to whoever is asked for consent, an `answer` to whoever wrote STOP or HELP, a `code` to whoever filled
 * in an opt-in form.
 */
export type MessagePurpose = 'message' | 'opt-in' | 'confirmation' | 'answer' | 'code'

export const MESSAGE_DIRECTIONS = ['outbound', 'inbound'] as const
export const MESSAGE_STATUSES = ['queued', 'sent', 'failed'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export type MessageFailure = { readonly type: FailureType; readonly message: string }

export function isMessageId(text: string): text is MessageId {
  return isId('msg', text)
}

/** What the provider knows a message by. It carries the account, so that whatever comes back finds its way. */
export function referenceOf({ account, id }: Pick<Message, 'account' | 'id'>): string {
  return `${account}.${id}`
}

const REFERENCE = /^(acc_[0-9a-z]{26})\.(msg_[0-9a-z]{26})$/

/** Null for a reference that none of ours can be. */
export function parseReference(text: string): { readonly account: AccountId; readonly id: MessageId } | null {
  const [, account, id] = REFERENCE.exec(text) ?? []
  return account === undefined || id === undefined ? null : { account: account as AccountId, id: id as MessageId }
}

/** So long one is kept for its message. What is not settled by then waits for an operator, and goes without. */
export const RECEIPT_WINDOW_MS = 7 * DAY_MS

/** What a carrier tells of a message that the provider had accepted. */
export type Receipt = {
  readonly account: AccountId
  readonly message: MessageId
  readonly at: Date
  /** Null: it reached the phone. */
  readonly failure: MessageFailure | null
}
