import type { AccountId, ConversationId, MessageId, UserId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { Message } from '../messages/message.js'
import type { Conversation, ConversationStatus, ListedConversation } from './conversation.js'

export type ConversationQuery = {
  /** Null matches any status. */
  readonly status: ConversationStatus | null
  /** Only conversations with unread texts. */
  readonly unread: boolean
  /** Only conversations with this number; null matches any number. */
  readonly phone: PhoneNumber | null
  /** Only conversations of this user, or of nobody; null matches all. */
  readonly assignee: UserId | 'nobody' | null
  /** The last conversation of the previous step; null for the first step. */
  readonly after: { readonly at: Date; readonly id: ConversationId } | null
  readonly limit: number
}

export type ThreadQuery = {
  /** The last message of the previous step; null for the first step. */
  readonly after: { readonly at: Date; readonly id: MessageId } | null
  readonly limit: number
}

export interface ConversationStore {
  /**
   * Adds stored inbound messages, oldest first, to their conversations, which are open and have that many more unread
   * texts then. Locks the conversations until the unit of work ends, in the order of account, phone and number.
   */
  receive(messages: readonly ReceivedText[]): Promise<void>
  find(account: AccountId, id: ConversationId): Promise<ListedConversation | null>
  /** Locks the conversation until the unit of work ends. */
  lock(account: AccountId, id: ConversationId): Promise<Conversation | null>
  /** Saves the status, the number of unread texts and the assignee. */
  save(conversation: Conversation): Promise<void>
  /** By the newest text of the person, newest first, then by descending id. */
  list(account: AccountId, query: ConversationQuery): Promise<readonly ListedConversation[]>
  /** The texts in both directions, newest first, then by descending id. */
  thread(of: Pick<Conversation, 'account' | 'number' | 'phone'>, query: ThreadQuery): Promise<readonly Message[]>
}

/** An inbound message from a phone number. */
export type ReceivedText = Pick<Message, 'account' | 'id' | 'to' | 'createdAt'> & { readonly from: PhoneNumber }
