import type { AccountId, ConversationId, NoteId } from '../../values/ids.js'
import type { ListedNote, Note } from './note.js'

/** The notes about conversations. A conversation is deleted together with its notes. */
export interface NoteStore {
  add(note: Note): Promise<void>
  find(account: AccountId, id: NoteId): Promise<Note | null>
  remove(account: AccountId, id: NoteId): Promise<void>
  /** The oldest first, then by id; all of them. */
  list(account: AccountId, conversation: ConversationId): Promise<readonly ListedNote[]>
}
