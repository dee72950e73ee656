import type { AccountId, BroadcastId, MessageId } from '../../values/ids.js'
import type { Page, PageRequest, PositionRange } from '../../values/page.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { Message, MessageStatus, Receipt } from './message.js'

export type MessageQuery = PageRequest & {
  readonly direction: Message['direction'] | null
  readonly to: string | null
  readonly from: string | null
  readonly status: MessageStatus | null
  /** Created at or after it. */
  readonly createdFrom: Date | null
  /** Created at or before it. */
  readonly createdTo: Date | null
}

export interface MessageStore {
  /**
   * Adds the messages that do not exist yet and returns their ids. An inbound message exists when the account has one
   * with the same `providerId`; this is also true for concurrent calls.
   */
  add(messages: readonly Message[]): Promise<ReadonlySet<MessageId>>
  find(account: AccountId, id: MessageId): Promise<Message | null>
  /** Locks the messages until the unit of work ends, in the order of their ids. */
  lock(account: AccountId, ids: readonly MessageId[]): Promise<ReadonlyMap<MessageId, Message>>
  /** Saves the mutable fields: status, failure, all instants but the creation, phase, attempt and provider id. */
  save(messages: readonly Message[]): Promise<void>
  /** Newest first, then by id downward. */
  list(account: AccountId, query: MessageQuery): Promise<Page<Message>>
  /**
   * The messages about the consent of a number: all messages to it but ordinary ones, and all messages from it. The
   * newest `limit` of them, newest first, then by id downward; and how many there are.
   */
  ofConsent(account: AccountId, phone: PhoneNumber, limit: number): Promise<ConsentTexts>
  /** The ordinary messages to the number that were sent. */
  sentTo(account: AccountId, phone: PhoneNumber): Promise<MessagesSent>
  /**
   * Keeps a receipt that came before its message was settled, or even stored; the caller has locked the message if it
   * exists. Only the first receipt of a message is kept. A receipt kept again once the
   * message exists is found when the message is settled.
   */
  keepReceipt(receipt: Receipt): Promise<void>
  /** The messages of the broadcast at these positions for which receipts are kept. Takes no locks. */
  withReceiptKept(account: AccountId, broadcast: BroadcastId, positions: PositionRange): Promise<readonly MessageId[]>
  /** Deletes and returns the receipts kept for these messages, which the caller has locked. */
  takeReceipts(account: AccountId, ids: readonly MessageId[]): Promise<readonly Receipt[]>
  /** Deletes kept receipts of `until` or before, at most `limit`, and returns how many it deleted. */
  trimReceipts(account: AccountId, until: Date, limit: number): Promise<number>
  /** The messages of a broadcast at these positions, by position, without the first `offset`. */
  ofBroadcast(account: AccountId, broadcast: BroadcastId, query: BroadcastMessagesQuery): Promise<readonly Message[]>
}

export type ConsentTexts = { readonly count: number; readonly newest: readonly Message[] }

/** The instants are null when no message was sent. */
export type MessagesSent = { readonly count: number; readonly firstAt: Date | null; readonly lastAt: Date | null }

export type BroadcastMessagesQuery = PositionRange & {
  /** Null: any. */
  readonly status: MessageStatus | null
  readonly offset: number
  readonly limit: number
}
