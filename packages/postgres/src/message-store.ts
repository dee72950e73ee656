import type { AccountId, Message, MessageId, MessageQuery, MessageStore, Page, Receipt } from '@carillon/core'
import type { Knex } from 'knex'
import { fromRow, MESSAGE_COLUMNS, toFailureRow, toRow, type MessageRow } from './message-row.js'
import { recordset } from './recordset.js'
import { byAccount, rowsOf, run } from './sql.js'

export class PostgresMessageStore implements MessageStore {
  constructor(private readonly trx: Knex) {}

  async add(messages: readonly Message[]): Promise<ReadonlySet<MessageId>> {
    const added = new Set<MessageId>()
    for (const [account, some] of byAccount(messages)) {
      const statement = some.some(isKnownByProvider) ? ADD_INBOUND : ADD
      const rows = await rowsOf<{ id: MessageId }>(this.trx, statement, { account, ...SAVED.of(some.map(toRow)) })
      for (const { id } of rows) added.add(id)
    }
    return added
  }

  async find(account: AccountId, id: MessageId): Promise<Message | null> {
    const [row] = await rowsOf<MessageRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async lock(account: AccountId, ids: readonly MessageId[]): Promise<ReadonlyMap<MessageId, Message>> {
    const rows = await rowsOf<MessageRow>(this.trx, LOCK, { account, ids })
    return new Map(rows.map((row) => [row.id, fromRow(row)]))
  }

  async save(messages: readonly Message[]): Promise<void> {
    for (const [account, some] of byAccount(messages)) {
      await run(this.trx, SAVE, { account, ...SAVED.of(some.map(toRow)) })
    }
  }

  async list(account: AccountId, query: MessageQuery): Promise<Page<Message>> {
    const { page, limit, ...filters } = query
    const matching = matchingOf(filters)
    const asked = { account, ...filters }
    const [total] = await rowsOf<{ count: number }>(this.trx, `select count(*)::integer as count ${matching}`, asked)
    const rows = await rowsOf<MessageRow>(this.trx, `select message.* ${matching} ${NEWEST_FIRST}`, {
      ...asked,
      limit,
      offset: (page - 1) * limit,
    })
    return { page, limit, totalCount: total!.count, results: rows.map(fromRow) }
  }

  async keepReceipt({ account, message, at, failure }: Receipt): Promise<void> {
    await run(this.trx, KEEP_RECEIPT, { account, message, at, ...toFailureRow(failure) })
  }
}

function isKnownByProvider({ direction, providerId }: Message): boolean {
  return direction === 'inbound' && providerId !== null
}

const SAVED = recordset<ReturnType<typeof toRow>>('saved', MESSAGE_COLUMNS)

const ADDED_COLUMNS = ['account_id', ...Object.keys(MESSAGE_COLUMNS)].join(', ')

const ADD = `
  insert into message (${ADDED_COLUMNS})
  select :account, saved.*
    from ${SAVED.sql}
   order by saved.id collate "C"
      on conflict (account_id, id) do nothing
  returning id`

/** The provider's ids decide, in their order; who adds the second of two waits here for the first to end. */
const ADD_INBOUND = `
  with saved as materialized (select saved.* from ${SAVED.sql}),
  known as (
    insert into inbound_text (account_id, provider_id, message_id)
    select :account, saved.provider_id, saved.id
      from saved
     where saved.direction = 'inbound' and saved.provider_id is not null
     order by saved.provider_id collate "C", saved.id collate "C"
        on conflict (account_id, provider_id) do nothing
    returning message_id
  )
  insert into message (${ADDED_COLUMNS})
  select :account, saved.*
    from saved
   where saved.direction = 'outbound' or saved.provider_id is null or saved.id in (select message_id from known)
   order by saved.id collate "C"
      on conflict (account_id, id) do nothing
  returning id`

const FIND = 'select * from message where account_id = :account and id = :id'

const LOCK = `
  select * from message where account_id = :account and id = any (:ids::text[]) order by id for update`

const SAVE = `
  update message
     set status = saved.status, failure_type = saved.failure_type, failure_message = saved.failure_message,
         sent_at = saved.sent_at, delivered_at = saved.delivered_at, phase = saved.phase, attempt = saved.attempt,
         provider_id = saved.provider_id
    from ${SAVED.sql}
   where message.account_id = :account and message.id = saved.id`

/** The mark on the message is for whoever waits for its row: a row that is new is not seen by a statement under way. */
const KEEP_RECEIPT = `
  with kept as (
    insert into receipt (account_id, message_id, at, failure_type, failure_message)
    values (:account, :message, :at, :failure_type, :failure_message)
    on conflict (account_id, message_id) do nothing
    returning message_id
  )
  update message
     set receipt_kept = true
    from kept
   where message.account_id = :account and message.id = kept.message_id`

const FILTERS = {
  direction: 'message.direction = :direction',
  to: 'message.to_number = :to',
  from: 'message.from_number = :from',
  status: 'message.status = :status',
  createdFrom: 'message.created_at >= :createdFrom',
  createdTo: 'message.created_at <= :createdTo',
} as const

/** Only the filters that are asked for stand in the statement, so that each can have the plan that suits it. */
function matchingOf(asked: Omit<MessageQuery, 'page' | 'limit'>): string {
  const filters = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter((name) => asked[name] !== null)
  return `from message where ${['message.account_id = :account', ...filters.map((name) => FILTERS[name])].join(' and ')}`
}

const NEWEST_FIRST = 'order by message.created_at desc, message.id desc limit :limit offset :offset'
