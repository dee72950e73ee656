import type { ConversationStatus, ListedConversation } from '../../model/conversations/conversation.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { MessageId } from '../../values/ids.js'
import { conversationNotFound, requireConversation, type ConversationInput } from './read-conversations.js'

export type ChangeConversationInput = ConversationInput & {
  readonly patch: {
    readonly status?: ConversationStatus
    /** The newest text of the person that was read. */
    readonly readUntil?: MessageId
  }
}

/**
 * Closes or opens a conversation, or marks its texts as read. If the person has sent another text since the one that was
 * read, the conversation stays unread.
 */
export class ChangeConversation {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, id, patch: { status, readUntil } }: ChangeConversationInput): Promise<ListedConversation> {
    return this.deps.unitOfWork.run(async (stores) => {
      const before = await stores.conversations.lock(account.id, id)
      if (before === null) throw conversationNotFound(id)
      const unread = readUntil === before.lastMessage ? 0 : before.unread
      await stores.conversations.save({ ...before, status: status ?? before.status, unread })
      return requireConversation(stores, account.id, id)
    })
  }
}
