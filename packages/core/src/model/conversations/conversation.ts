import { isId, type AccountId, type ConversationId, type MessageId, type UserId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { Message } from '../messages/message.js'

export const CONVERSATION_STATUSES = ['open', 'closed'] as const
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number]

/**
 * The texts between one number of an account and one person. It begins with the first text that the person sends, and
 * each further one opens it again. What the account sends changes neither its state nor its place in the list: else
 * every broadcast would reorder the list.
 */
export type Conversation = {
  readonly id: ConversationId
  readonly account: AccountId
  /** The number of the account. */
  readonly number: string
  readonly phone: PhoneNumber
  readonly status: ConversationStatus
  /** How many texts of the person are unread. */
  readonly unread: number
  /** The newest text of the person, and when it was received. */
  readonly lastMessage: MessageId
  readonly lastAt: Date
  /** The user of the dashboard who takes care of it. */
  readonly assignee: UserId | null
}

/** With the text itself, and the names of the contact and of the assignee, which are null if unknown. */
export type ListedConversation = Conversation & {
  readonly text: Message
  readonly firstName: string | null
  readonly lastName: string | null
  readonly assigneeName: string | null
}

/** The conversation that begins with this text. */
export function conversationIdOf(message: MessageId): ConversationId {
  return `cnv_${message.slice('msg_'.length)}`
}

export function isConversationId(text: string): text is ConversationId {
  return isId('cnv', text)
}
