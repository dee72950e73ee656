import type { AccountId, ConversationId, Note, NoteId, NoteStore } from '@carillon/core'
import { by } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryNoteStore implements NoteStore {
  constructor(private readonly tables: Pick<Tables, 'notes' | 'users'>) {}

  async add(note: Note) {
    this.tables.notes.put(note)
  }

  async find(account: AccountId, id: NoteId) {
    return this.tables.notes.get(account, id) ?? null
  }

  async remove(account: AccountId, id: NoteId) {
    this.tables.notes.remove(account, id)
  }

  async list(account: AccountId, conversation: ConversationId) {
    return this.tables.notes
      .of(account)
      .filter((note) => note.conversation === conversation)
      .sort(OLDEST_FIRST)
      .map((note) => ({ ...note, authorName: this.tables.users.get(SERVICE, note.author)!.name }))
  }
}

const OLDEST_FIRST = by<Note>(
  ({ createdAt }) => createdAt,
  ({ id }) => id,
)
