import {
  conversationIdOf,
  isoOf,
  type AccountId,
  type Conversation,
  type ConversationId,
  type ConversationQuery,
  type ConversationStatus,
  type ConversationStore,
  type ListedConversation,
  type Message,
  type MessageId,
  type PhoneNumber,
  type ReceivedText,
  type ThreadQuery,
  type UserId,
} from '@carillon/core'
import { fromRow, type MessageRow } from '../messages/message-row.js'
import { byPlacement } from '../placements/by-placement.js'
import { preparedCountOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresConversationStore implements ConversationStore {
  constructor(private readonly trx: Database) {}

  async receive(messages: readonly ReceivedText[]): Promise<void> {
    for (const some of byPlacement(this.trx, rowsOfConversations(messages))) {
      const accounts = some.map(({ account }) => account)
      await preparedCountOf(this.trx, RECEIVE, { accounts, ...RECEIVED.of(some) })
    }
  }

  async find(account: AccountId, id: ConversationId): Promise<ListedConversation | null> {
    const [row] = await rowsOf<ListedRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : listedOf(row)
  }

  async lock(account: AccountId, id: ConversationId): Promise<Conversation | null> {
    const [row] = await rowsOf<ConversationRow>(this.trx, LOCK, { account, id })
    return row === undefined ? null : conversationOf(row)
  }

  async save({ account, id, status, unread, assignee }: Conversation): Promise<void> {
    await run(this.trx, SAVE, { account, id, status, unread, assignee })
  }

  async list(account: AccountId, query: ConversationQuery): Promise<readonly ListedConversation[]> {
    const { status, unread, phone, assignee, after, limit } = query
    const filters =
      (status === null ? '' : ' and status = :status') +
      (unread ? ' and unread > 0' : '') +
      (phone === null ? '' : ' and phone = :phone') +
      (assignee === null ? '' : assignee === 'nobody' ? ' and assignee is null' : ' and assignee = :assignee') +
      (after === null ? '' : ' and (last_at, id) < (:at, :id)')
    const bindings = { account, status, phone, assignee, limit, ...(after && { at: after.at, id: after.id }) }
    return (await rowsOf<ListedRow>(this.trx, listing(filters), bindings)).map(listedOf)
  }

  async thread(
    { account, number, phone }: Pick<Conversation, 'account' | 'number' | 'phone'>,
    { after, limit }: ThreadQuery,
  ): Promise<readonly Message[]> {
    const bindings = { account, number, phone, limit, ...(after && { at: after.at, id: after.id }) }
    const rows = await rowsOf<MessageRow>(this.trx, after === null ? THREAD : THREAD_AFTER, bindings)
    return rows.map(fromRow)
  }
}

type ConversationRow = {
  readonly account_id: AccountId
  readonly id: ConversationId
  readonly number: string
  readonly phone: PhoneNumber
  readonly status: ConversationStatus
  readonly unread: number
  readonly last_message_id: MessageId
  readonly last_at: Date
  readonly assignee: UserId | null
}

/** The row of the newest text, with the conversation. */
type ListedRow = Omit<ConversationRow, 'id' | 'status'> &
  MessageRow & {
    readonly conversation_id: ConversationId
    readonly conversation_status: ConversationStatus
    readonly first_name: string | null
    readonly last_name: string | null
    readonly assignee_name: string | null
  }

function listedOf(row: ListedRow): ListedConversation {
  const conversation = conversationOf({ ...row, id: row.conversation_id, status: row.conversation_status })
  const { first_name: firstName, last_name: lastName, assignee_name: assigneeName } = row
  return { ...conversation, text: fromRow(row), firstName, lastName, assigneeName }
}

function conversationOf(row: ConversationRow): Conversation {
  const {
    account_id: account,
    id,
    number,
    phone,
    status,
    unread,
    last_message_id: lastMessage,
    last_at: lastAt,
    assignee,
  } = row
  return { id, account, number, phone, status, unread, lastMessage, lastAt, assignee }
}

/** One row a conversation, because a statement cannot change a row twice. */
function rowsOfConversations(messages: readonly ReceivedText[]): readonly ReceivedRow[] {
  const rows = new Map<string, ReceivedRow>()
  for (const { account, id: message, to: number, from: phone, createdAt } of messages) {
    const key = JSON.stringify([account, phone, number])
    const before = rows.get(key)
    const at = isoOf(createdAt)
    const last = before !== undefined && at < before.at ? { message: before.message, at: before.at } : { message, at }
    const id = before?.id ?? conversationIdOf(message)
    rows.set(key, { account, id, number, phone, unread: (before?.unread ?? 0) + 1, ...last })
  }
  return [...rows.values()]
}

type ReceivedRow = {
  readonly account: AccountId
  readonly id: ConversationId
  readonly number: string
  readonly phone: PhoneNumber
  readonly unread: number
  readonly message: MessageId
  readonly at: string
}

const RECEIVED = recordset<ReceivedRow>('received', {
  account: 'text',
  id: 'text',
  number: 'text',
  phone: 'text',
  unread: 'integer',
  message: 'text',
  at: 'timestamptz',
})

const RECEIVE = `
  insert into conversation (account_id, id, number, phone, status, unread, last_message_id, last_at)
  select received.account, received.id, received.number, received.phone, 'open', received.unread, received.message,
         received.at
    from ${RECEIVED.sql}
   order by received.account collate "C", received.phone collate "C", received.number collate "C"
      on conflict (account_id, phone, number) do update
     set status = 'open', unread = conversation.unread + excluded.unread,
         last_at = greatest(conversation.last_at, excluded.last_at),
         last_message_id = case
           when conversation.last_at <= excluded.last_at then excluded.last_message_id
           else conversation.last_message_id
         end`

const LOCK = 'select * from conversation where account_id = :account and id = :id for update'

const SAVE = `
  update conversation
     set status = :status, unread = :unread, assignee = :assignee
   where account_id = :account and id = :id`

/** Finds the step by an index before it reads the texts and the contacts. */
const listed = (found: string) => `
  with found as materialized (${found})
  select message.*, found.id as conversation_id, found.status as conversation_status, found.number, found.phone,
         found.unread, found.last_message_id, found.last_at, found.assignee, contact.first_name, contact.last_name,
         dashboard_user.name as assignee_name
    from found
    join message on message.account_id = found.account_id and message.id = found.last_message_id
    left join contact on contact.account_id = found.account_id and contact.phone = found.phone
    left join dashboard_user on dashboard_user.id = found.assignee
   where message.account_id = :account
   order by found.last_at desc, found.id desc`

const FIND = listed('select * from conversation where account_id = :account and id = :id')

const listing = (filters: string) =>
  listed(`
    select *
      from conversation
     where account_id = :account${filters}
     order by last_at desc, id desc
     limit :limit
  `)

/** Each part reads the texts of one person by an index on the number. */
const thread = (after: string) => `
  with texts as materialized (
    select message.* from message
     where account_id = :account and from_number = :phone and to_number = :number and direction = 'inbound'${after}
    union all
    select message.* from message
     where account_id = :account and to_number = :phone and from_number = :number and direction = 'outbound'${after}
  )
  select * from texts order by created_at desc, id desc limit :limit`

const THREAD = thread('')
const THREAD_AFTER = thread(' and (created_at, id) < (:at, :id)')
