import type { AccountId, ConversationId, ListedNote, Note, NoteId, NoteStore, UserId } from '@carillon/core'
import { rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresNoteStore implements NoteStore {
  constructor(private readonly trx: Database) {}

  async add(note: Note): Promise<void> {
    await run(this.trx, ADD, note)
  }

  async find(account: AccountId, id: NoteId): Promise<Note | null> {
    const [row] = await rowsOf<NoteRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async remove(account: AccountId, id: NoteId): Promise<void> {
    await run(this.trx, REMOVE, { account, id })
  }

  async list(account: AccountId, conversation: ConversationId): Promise<readonly ListedNote[]> {
    const rows = await rowsOf<NoteRow & { author_name: string }>(this.trx, LIST, { account, conversation })
    return rows.map((row) => ({ ...fromRow(row), authorName: row.author_name }))
  }
}

type NoteRow = {
  readonly account_id: AccountId
  readonly id: NoteId
  readonly conversation_id: ConversationId
  readonly author_id: UserId
  readonly body: string
  readonly created_at: Date
}

function fromRow(row: NoteRow): Note {
  const { account_id: account, id, conversation_id: conversation, author_id: author, body, created_at: createdAt } = row
  return { id, account, conversation, author, body, createdAt }
}

const ADD = `
  insert into conversation_note (account_id, id, conversation_id, author_id, body, created_at)
  values (:account, :id, :conversation, :author, :body, :createdAt)`

const FIND = 'select * from conversation_note where account_id = :account and id = :id'

const REMOVE = 'delete from conversation_note where account_id = :account and id = :id'

const LIST = `
  select conversation_note.*, dashboard_user.name as author_name
    from conversation_note
    join dashboard_user on dashboard_user.id = conversation_note.author_id
   where account_id = :account and conversation_id = :conversation
   order by conversation_note.created_at, conversation_note.id`
