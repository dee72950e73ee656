import type { ConversationStatus, ListedConversation } from '../../model/conversations/conversation.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId, MessageId, UserId } from '../../values/ids.js'
import { DomainError } from '../../values/errors.js'
import { roleOf } from '../../model/users/user.js'
import { conversationNotFound, requireConversation, type ConversationInput } from './read-conversations.js'

export type ChangeConversationInput = ConversationInput & {
  readonly patch: {
    readonly status?: ConversationStatus
    /** The newest text of the person that was read. */
    readonly readUntil?: MessageId
    /** Null takes it from its assignee. */
    readonly assignee?: UserId | null
  }
}

/**
 * Closes or opens a conversation, marks its texts as read, or gives it to a user of the account. If the person has sent another text since the one that was
 * read, the conversation stays unread.
 */
export class ChangeConversation {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({
    account,
    id,
    patch: { status, readUntil, assignee },
  }: ChangeConversationInput): Promise<ListedConversation> {
    return this.deps.unitOfWork.run(async (stores) => {
      const before = await stores.conversations.lock(account.id, id)
      if (before === null) throw conversationNotFound(id)
      const unread = readUntil === before.lastMessage ? 0 : before.unread
      if (assignee && assignee !== before.assignee) await requireColleague(stores, account.id, assignee)
      const after = {
        ...before,
        status: status ?? before.status,
        unread,
        assignee: assignee === undefined ? before.assignee : assignee,
      }
      await stores.conversations.save(after)
      return requireConversation(stores, account.id, id)
    })
  }
}

/** The user must be able to see the conversation. */
async function requireColleague({ users }: Stores, account: AccountId, id: UserId): Promise<void> {
  const user = await users.find(id)
  if (user !== null && user.disabledAt === null && roleOf(user, account) !== null) return
  throw new DomainError('user-not-found', `No user with a role in this account has the id ${id}`)
}
