import {
  conversationIdOf,
  type AccountId,
  type Conversation,
  type ConversationId,
  type ConversationQuery,
  type ConversationStore,
  type ListedConversation,
  type ReceivedText,
  type ThreadQuery,
} from '@carillon/core'
import { by, downward, firstOf, NEWEST_FIRST } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryConversationStore implements ConversationStore {
  constructor(private readonly tables: Pick<Tables, 'contacts' | 'conversations' | 'messages' | 'users'>) {}

  async receive(messages: readonly ReceivedText[]) {
    for (const message of messages) this.receiveOne(message)
  }

  private receiveOne({ account, id: message, to: number, from: phone, createdAt: at }: ReceivedText) {
    const before = this.tables.conversations
      .of(account)
      .find((conversation) => conversation.number === number && conversation.phone === phone)
    const isNewest = before === undefined || before.lastAt <= at
    this.tables.conversations.put({
      id: before?.id ?? conversationIdOf(message),
      account,
      number,
      phone,
      status: 'open',
      unread: (before?.unread ?? 0) + 1,
      lastMessage: isNewest ? message : before.lastMessage,
      lastAt: isNewest ? at : before.lastAt,
      assignee: before?.assignee ?? null,
    })
  }

  async find(account: AccountId, id: ConversationId) {
    const found = this.tables.conversations.get(account, id)
    return found === undefined ? null : this.listed(found)
  }

  async lock(account: AccountId, id: ConversationId) {
    return this.tables.conversations.get(account, id) ?? null
  }

  async save(conversation: Conversation) {
    this.tables.conversations.put(conversation)
  }

  async list(account: AccountId, { status, unread, phone, assignee, after, limit }: ConversationQuery) {
    const found = this.tables.conversations
      .of(account)
      .filter((conversation) => status === null || conversation.status === status)
      .filter((conversation) => !unread || conversation.unread > 0)
      .filter((conversation) => phone === null || conversation.phone === phone)
      .filter((one) => assignee === null || one.assignee === (assignee === 'nobody' ? null : assignee))
      .filter((conversation) => after === null || BY_LAST({ lastAt: after.at, id: after.id }, conversation) < 0)
    return firstOf(found, BY_LAST, limit).map((conversation) => this.listed(conversation))
  }

  async thread(
    { account, number, phone }: Pick<Conversation, 'account' | 'number' | 'phone'>,
    { after, limit }: ThreadQuery,
  ) {
    const found = this.tables.messages
      .of(account)
      .filter(({ direction, to, from }) =>
        direction === 'inbound' ? to === number && from === phone : to === phone && from === number,
      )
      .filter((message) => after === null || NEWEST_FIRST({ createdAt: after.at, id: after.id }, message) < 0)
    return firstOf(found, NEWEST_FIRST, limit)
  }

  private listed(conversation: Conversation): ListedConversation {
    const { account, phone, lastMessage, assignee } = conversation
    const contact = this.tables.contacts.get(account, phone)
    const { firstName = null, lastName = null } = contact ?? {}
    const assigneeName = assignee === null ? null : (this.tables.users.get(SERVICE, assignee)?.name ?? null)
    const text = this.tables.messages.get(account, lastMessage)!
    return { ...conversation, text, firstName, lastName, assigneeName }
  }
}

const BY_LAST = downward<Pick<Conversation, 'lastAt' | 'id'>>(
  by(
    ({ lastAt }) => lastAt,
    ({ id }) => id,
  ),
)
