import {
  messageIdAt,
  type AccountId,
  type BroadcastId,
  type BroadcastMessagesQuery,
  type ConsentTexts,
  type Message,
  type MessageId,
  type MessageQuery,
  type MessageStore,
  type MessagesSent,
  type Page,
  type PhoneNumber,
  type PositionRange,
  type Receipt,
} from '@carillon/core'
import type { Knex } from 'knex'
import { consentTextsOf, messagesSentTo } from './messages-of-number.js'
import {
  fromReceiptRow,
  fromRow,
  MESSAGE_COLUMNS,
  toFailureRow,
  toRow,
  type MessageRow,
  type ReceiptRow,
} from './message-row.js'
import { recordset } from './recordset.js'
import { byAccount, countOf, rowsOf, run, type Bindings } from './sql.js'

export class PostgresMessageStore implements MessageStore {
  constructor(private readonly trx: Knex) {}

  async add(messages: readonly Message[]): Promise<ReadonlySet<MessageId>> {
    const added = new Set<MessageId>()
    for (const [account, some] of byAccount(messages)) {
      for (const id of await this.addTo(account, some)) added.add(id)
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

  ofConsent(account: AccountId, phone: PhoneNumber, limit: number): Promise<ConsentTexts> {
    return consentTextsOf(this.trx, { account, phone, limit })
  }

  sentTo(account: AccountId, phone: PhoneNumber): Promise<MessagesSent> {
    return messagesSentTo(this.trx, { account, phone })
  }

  async keepReceipt({ account, message, at, failure }: Receipt): Promise<void> {
    await run(this.trx, KEEP_RECEIPT, { account, message, at, ...toFailureRow(failure) })
  }

  async withReceiptKept(
    account: AccountId,
    broadcast: BroadcastId,
    positions: PositionRange,
  ): Promise<readonly MessageId[]> {
    const asked = { account, ...idsAt(broadcast, positions) }
    const rows = await rowsOf<{ message_id: MessageId }>(this.trx, WITH_RECEIPT_KEPT, asked)
    return rows.map(({ message_id }) => message_id)
  }

  async takeReceipts(account: AccountId, ids: readonly MessageId[]): Promise<readonly Receipt[]> {
    const rows = await rowsOf<ReceiptRow>(this.trx, TAKE_RECEIPTS, { account, ids })
    return rows.map(fromReceiptRow)
  }

  async trimReceipts(account: AccountId, until: Date, limit: number): Promise<number> {
    return countOf(this.trx, TRIM_RECEIPTS, { account, until, limit })
  }

  async ofBroadcast(
    account: AccountId,
    broadcast: BroadcastId,
    { status, offset, limit, ...positions }: BroadcastMessagesQuery,
  ): Promise<readonly Message[]> {
    const asked = { account, status, offset, limit, ...idsAt(broadcast, positions) }
    const rows = await rowsOf<MessageRow>(this.trx, status === null ? OF_BROADCAST : OF_BROADCAST_AND_STATUS, asked)
    return rows.map(fromRow)
  }

  private async addTo(account: AccountId, messages: readonly Message[]): Promise<readonly MessageId[]> {
    const rows = messages.map(toRow)
    if (messages.some(isKnownByProvider)) return this.addOneByOne(ADD_INBOUND, { account, ...SAVED.of(rows) })
    if (messages.length >= MANY && (await this.addAllOrNone(account, rows))) return rows.map(({ id }) => id)
    return this.addOneByOne(ADD, { account, ...SAVED.of(rows) })
  }

  private async addOneByOne(statement: string, bindings: Bindings): Promise<readonly MessageId[]> {
    const rows = await rowsOf<{ id: MessageId }>(this.trx, statement, bindings)
    return rows.map(({ id }) => id)
  }

  /** False, and none is added, when one of them is there, or another that sorts between them. */
  private async addAllOrNone(account: AccountId, rows: readonly ReturnType<typeof toRow>[]): Promise<boolean> {
    const ids = [...new Set(rows.map(({ id }) => id))].sort()
    if (ids.length < rows.length) return false
    const { sql, bindings } = SAVED.fitted(rows)
    const range = { first: ids[0]!, last: ids.at(-1)! }
    try {
      return (await countOf(this.trx, addAllFrom(sql), { account, ...range, ...bindings })) > 0
    } catch (error) {
      throw (error as { code?: string }).code === UNIQUE_VIOLATION ? addedMeanwhile(error) : error
    }
  }
}

const UNIQUE_VIOLATION = '23505'

/** The unit of work runs again, as it does where Postgres itself says so. */
function addedMeanwhile(cause: unknown): Error {
  return Object.assign(new Error('Somebody has added some of the same messages', { cause }), { code: '40001' })
}

/** From so many on they are mostly all new, and to look at each for that would take a fifth more. */
const MANY = 20

/** The ids of its messages sort by position. */
function idsAt(broadcast: BroadcastId, { from, until }: PositionRange) {
  return { first: messageIdAt(broadcast, from), end: messageIdAt(broadcast, until) }
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

const addAllFrom = (rows: string) => `
  insert into message (${ADDED_COLUMNS})
  select :account, saved.*
    from ${rows}
   where not exists (
           select from message as known
            where known.account_id = :account and known.id >= :first and known.id <= :last
         )
   order by saved.id collate "C"`

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

/**
 * The mark on the message is for whoever waits for its row: a row that is new is not seen by a statement under way. The
 * receipt may be older than the message, which then has no mark yet.
 */
const KEEP_RECEIPT = `
  with kept as (
    insert into receipt (account_id, message_id, at, failure_type, failure_message)
    values (:account, :message, :at, :failure_type, :failure_message)
    on conflict (account_id, message_id) do nothing
  )
  update message
     set receipt_kept = true
   where account_id = :account and id = :message and not receipt_kept`

const WITH_RECEIPT_KEPT = `
  select message_id from receipt where account_id = :account and message_id >= :first and message_id < :end`

const TAKE_RECEIPTS = `
  delete from receipt
   where account_id = :account and message_id = any (:ids::text[])
  returning account_id, message_id, at, failure_type, failure_message`

/** Those that somebody takes at this moment are left to them. */
const TRIM_RECEIPTS = `
  with old as materialized (
    select stored.message_id
      from receipt as stored
     where stored.account_id = :account and stored.at <= :until
     order by stored.at
     limit :limit
       for update skip locked
  )
  delete from receipt
   using old
   where receipt.account_id = :account and receipt.message_id = old.message_id`

const ofBroadcast = (filter = '') => `
  select * from message
   where account_id = :account and id >= :first and id < :end${filter}
   order by id
   limit :limit offset :offset`

const OF_BROADCAST = ofBroadcast()
const OF_BROADCAST_AND_STATUS = ofBroadcast(' and status = :status')

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
