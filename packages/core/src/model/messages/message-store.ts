import type { AccountId, BroadcastId, MessageId } from '../../values/ids.js'
import type { Page, PageRequest, Place, PositionRange } from '../../values/page.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { FailureType } from '../../ports/sms-provider.js'
import type { Message, MessageFailure, MessageStatus, Receipt } from './message.js'

export type MessageQuery = PageRequest & {
  readonly direction: Message['direction'] | null
  readonly to: string | null
  readonly from: string | null
  readonly status: MessageStatus | null
  /** Only messages created at or after this instant. */
  readonly createdFrom: Date | null
  /** Only messages created at or before this instant. */
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
  /** Saves the mutable fields: status, failure, phase, attempt, provider id, tries, and all instants except the creation. */
  save(messages: readonly Message[]): Promise<void>
  /** Newest first, then by descending id. */
  list(account: AccountId, query: MessageQuery): Promise<Page<Message>>
  /**
   * The messages about the consent of a number: all messages to it except ordinary ones, and all messages from it.
   * Returns the newest `limit` messages, newest first, then by descending id, and the total number.
   */
  ofConsent(account: AccountId, phone: PhoneNumber, limit: number): Promise<ConsentTexts>
  /** All messages to and from the number, newest first, then by descending id; after the place, if one is given. */
  ofNumber(account: AccountId, phone: PhoneNumber, query: NumberMessagesQuery): Promise<readonly Message[]>
  /** How many ordinary messages were sent to the number, and when the first and the last were sent. */
  sentTo(account: AccountId, phone: PhoneNumber): Promise<MessagesSent>
  /**
   * Keeps a receipt that arrived before its message was settled, or even stored. If the message exists, the caller has
   * locked it. Only the first receipt of a message is kept. If the message was not stored yet, call this again once it
   * is: settling the message is then certain to find the receipt.
   */
  keepReceipt(receipt: Receipt): Promise<void>
  /** The messages of the broadcast at these positions for which receipts are kept. Takes no locks. */
  withReceiptKept(account: AccountId, broadcast: BroadcastId, positions: PositionRange): Promise<readonly MessageId[]>
  /** The receipts kept for these messages. */
  keptReceipts(account: AccountId, ids: readonly MessageId[]): Promise<readonly Receipt[]>
  /** Deletes and returns the receipts kept for these messages, which the caller has locked. */
  takeReceipts(account: AccountId, ids: readonly MessageId[]): Promise<readonly Receipt[]>
  /** Deletes receipts kept at or before `until`, at most `limit`, and returns the number of deleted receipts. */
  trimReceipts(account: AccountId, until: Date, limit: number): Promise<number>
  /** The messages of a broadcast at these positions, by position, without the first `offset`. */
  ofBroadcast(account: AccountId, broadcast: BroadcastId, query: BroadcastMessagesQuery): Promise<readonly Message[]>
  /** The failed messages of a broadcast at these positions by type, the most frequent type first, then by type. */
  failuresOf(account: AccountId, broadcast: BroadcastId, query: FailuresQuery): Promise<readonly FailureCount[]>
  /**
   * How many recipients of the broadcast's sent messages at these positions have opted out at or after the time of their
   * message, and have not opted in again. Takes no locks.
   */
  optedOutOf(account: AccountId, broadcast: BroadcastId, positions: PositionRange): Promise<number>
}

export type NumberMessagesQuery = { readonly after: Place | null; readonly limit: number }

export type ConsentTexts = { readonly count: number; readonly newest: readonly Message[] }

/** The instants are null if no message was sent. */
export type MessagesSent = { readonly count: number; readonly firstAt: Date | null; readonly lastAt: Date | null }

export type FailuresQuery = PositionRange & {
  /** If it is given, messages with exactly this failure are left out. */
  readonly except?: Pick<MessageFailure, 'type' | 'message'>
}

export type BroadcastMessagesQuery = PositionRange & {
  /** Null matches any value. */
  readonly status: MessageStatus | null
  /** If it is given, only messages that failed for this reason. */
  readonly failureType?: FailureType
  readonly offset: number
  readonly limit: number
}

export type FailureCount = { readonly type: FailureType; readonly count: number }
