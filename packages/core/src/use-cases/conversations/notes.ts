import type { Account } from '../../model/accounts/account.js'
import { isNoteId, NOTES_MAX, parseNoteBody, type ListedNote } from '../../model/conversations/note.js'
import { isAtLeast, type Role } from '../../model/users/role.js'
import type { User } from '../../model/users/user.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { conversationNotFound, requireConversation, type ConversationInput } from './read-conversations.js'

/** The notes about a conversation, the oldest first. */
export class ListNotes {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, id }: ConversationInput): Promise<readonly ListedNote[]> {
    return this.deps.unitOfWork.run(async (stores) => {
      await requireConversation(stores, account.id, id)
      return stores.notes.list(account.id, id)
    })
  }
}

export type AddNoteInput = ConversationInput & {
  readonly author: Pick<User, 'id' | 'name'>
  readonly body: string
}

export class AddNote {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute({ account, id: conversation, author, body }: AddNoteInput): Promise<ListedNote> {
    const { clock, ids, unitOfWork } = this.deps
    const note = {
      id: ids.next('nte'),
      account: account.id,
      conversation,
      author: author.id,
      body: parseNoteBody(body),
      createdAt: clock.now(),
    }
    return unitOfWork.run(async ({ conversations, notes }) => {
      // The lock keeps two notes at once below the limit, and the conversation from being deleted meanwhile.
      if ((await conversations.lock(account.id, conversation)) === null) throw conversationNotFound(conversation)
      const before = await notes.list(account.id, conversation)
      if (before.length >= NOTES_MAX) throw tooManyNotes()
      await notes.add(note)
      return { ...note, authorName: author.name }
    })
  }
}

export type RemoveNoteInput = {
  readonly account: Account
  readonly conversation: ConversationInput['id']
  readonly note: string
  readonly by: { readonly id: User['id']; readonly role: Role }
}

/** People remove their own notes, and admins those of everybody. */
export class RemoveNote {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, conversation, note: id, by }: RemoveNoteInput): Promise<void> {
    return this.deps.unitOfWork.run(async ({ notes }) => {
      const note = isNoteId(id) ? await notes.find(account.id, id) : null
      if (note === null || note.conversation !== conversation) throw noteNotFound()
      if (note.author !== by.id && !isAtLeast(by.role, 'admin')) throw someoneElses()
      await notes.remove(account.id, note.id)
    })
  }
}

function noteNotFound() {
  return new DomainError('note-not-found', 'This conversation has no note with this id')
}

function someoneElses() {
  return new DomainError('not-the-author', 'Only its author and admins of the account may remove a note')
}

function tooManyNotes() {
  return new DomainError('too-many-items', `A conversation can have at most ${NOTES_MAX} notes`, { limit: NOTES_MAX })
}
