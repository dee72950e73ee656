import type { Account } from '../../model/accounts/account.js'
import { isConversationId, type ListedConversation } from '../../model/conversations/conversation.js'
import type { ConversationQuery } from '../../model/conversations/conversation-store.js'
import { messageView, type MessageView } from '../../model/messages/message-view.js'
import { isMessageId } from '../../model/messages/message.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { joinedCursor, placeIn } from '../../values/cursor.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId, ConversationId } from '../../values/ids.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'

export type ListConversationsInput = CursorRequest &
  Pick<ConversationQuery, 'status' | 'unread' | 'phone' | 'assignee'> & { readonly account: Account }

/** The conversations of an account, by the newest text of the person. */
export class ListConversations {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({
    account,
    cursor,
    limit,
    ...filters
  }: ListConversationsInput): Promise<CursorPage<ListedConversation>> {
    const after = cursor === null ? null : placeIn(cursor, isConversationId)
    const query = { ...filters, after, limit: limit + 1 }
    const found = await this.deps.unitOfWork.run(({ conversations }) => conversations.list(account.id, query))
    return cursorPage(found, limit, ({ lastAt, id }) => joinedCursor(lastAt, id))
  }
}

export type ConversationInput = { readonly account: Account; readonly id: ConversationId }

export class ReadConversation {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, id }: ConversationInput): Promise<ListedConversation> {
    return this.deps.unitOfWork.run((stores) => requireConversation(stores, account.id, id))
  }
}

/** The texts of a conversation in both directions, newest first. */
export class ReadThread {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ account, id, cursor, limit }: ConversationInput & CursorRequest): Promise<CursorPage<MessageView>> {
    const after = cursor === null ? null : placeIn(cursor, isMessageId)
    const found = await this.deps.unitOfWork.run(async (stores) => {
      const conversation = await requireConversation(stores, account.id, id)
      return stores.conversations.thread(conversation, { after, limit: limit + 1 })
    })
    const { results, nextCursor } = cursorPage(found, limit, (last) => joinedCursor(last.createdAt, last.id))
    return { results: results.map(messageView), nextCursor }
  }
}

export async function requireConversation(
  { conversations }: Stores,
  account: AccountId,
  id: ConversationId,
): Promise<ListedConversation> {
  const found = await conversations.find(account, id)
  if (found === null) throw conversationNotFound(id)
  return found
}

export function conversationNotFound(id: ConversationId): DomainError {
  return new DomainError('conversation-not-found', `No conversation of this account has the id ${id}`)
}
