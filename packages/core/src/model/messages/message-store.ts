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
   * Adds those that are not there yet and answers which these are. A text that came in is there when one of the
   * account came in under the same `providerId`; also when two add it at once.
   */
  add(messages: readonly Message[]): Promise<ReadonlySet<MessageId>>
  find(account: AccountId, id: MessageId): Promise<Message | null>
  /** Holds the messages until the unit of work ends. Taken in the order of their ids. */
  lock(account: AccountId, ids: readonly MessageId[]): Promise<ReadonlyMap<MessageId, Message>>
  /** Changes what can change: status and failure, instants but the creation, phase, attempt, provider id. */
  save(messages: readonly Message[]): Promise<void>
  /** Newest first, then by id downward. */
  list(account: AccountId, query: MessageQuery): Promise<Page<Message>>
  /**
   * What was texted about the consent of a number: to it whatever is no ordinary message, from it everything. The
   * newest `limit` of them, newest first, then by id downward; and how many there are.
   */
  ofConsent(account: AccountId, phone: PhoneNumber, limit: number): Promise<ConsentTexts>
  /** Of the ordinary messages to the number those that were sent. */
  sentTo(account: AccountId, phone: PhoneNumber): Promise<MessagesSent>
  /**
   * Keeps a receipt that came before its message was settled, or even stored; the caller holds the message, if there is
   * one. The first of it stays. Kept again when the message is there, it is found when that is settled.
   */
  keepReceipt(receipt: Receipt): Promise<void>
  /** Of which messages of the broadcast at these positions receipts are kept. Holds nothing. */
  withReceiptKept(account: AccountId, broadcast: BroadcastId, positions: PositionRange): Promise<readonly MessageId[]>
  /** Takes away the receipts that were kept for these messages, which the caller holds. */
  takeReceipts(account: AccountId, ids: readonly MessageId[]): Promise<readonly Receipt[]>
  /** Takes away kept receipts of `until` or before, at most `limit`, and answers how many they were. */
  trimReceipts(account: AccountId, until: Date, limit: number): Promise<number>
  /** Those of a broadcast at these positions, by position, after leaving out `offset` of them. */
  ofBroadcast(account: AccountId, broadcast: BroadcastId, query: BroadcastMessagesQuery): Promise<readonly Message[]>
}

export type ConsentTexts = { readonly count: number; readonly newest: readonly Message[] }

/** The instants are null where there are none. */
export type MessagesSent = { readonly count: number; readonly firstAt: Date | null; readonly lastAt: Date | null }

export type BroadcastMessagesQuery = PositionRange & {
  /** Null: any. */
  readonly status: MessageStatus | null
  readonly offset: number
  readonly limit: number
}
