import {
  messageIdAt,
  type AccountId,
  type BroadcastId,
  type BroadcastMessagesQuery,
  type ConsentTexts,
  type FailureCount,
  type FailuresQuery,
  type Message,
  type MessageId,
  type MessageQuery,
  type MessageStore,
  type MessagesSent,
  type NumberMessagesQuery,
  type Page,
  type PhoneNumber,
  type PositionRange,
  type Receipt,
} from '@carillon/core'
import { pageOf } from '../sql/page-of.js'
import { preparedRowsOf } from '../sql/prepared.js'
import { byAccount, countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { trimStatement } from '../sql/trim-statement.js'
import { addMessages } from './add-messages.js'
import {
  fromReceiptRow,
  RECEIPT_COLUMNS,
  fromRow,
  SAVED_MESSAGES,
  toFailureRow,
  toRow,
  type MessageRow,
  type ReceiptRow,
} from './message-row.js'
import { consentTextsOf, messagesOfNumber, messagesSentTo } from './messages-of-number.js'

export class PostgresMessageStore implements MessageStore {
  constructor(private readonly trx: Database) {}

  async add(messages: readonly Message[]): Promise<ReadonlySet<MessageId>> {
    const added = new Set<MessageId>()
    for (const [account, some] of byAccount(messages)) {
      for (const id of await addMessages(this.trx, account, some)) added.add(id)
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
      await run(this.trx, SAVE, { account, ...SAVED_MESSAGES.of(some.map(toRow)) })
    }
  }

  list(account: AccountId, { page, limit, ...filters }: MessageQuery): Promise<Page<Message>> {
    const matching = matchingOf(filters)
    const found = {
      counting: `select count(*)::integer as count ${matching}`,
      listing: `select message.* ${matching} ${NEWEST_FIRST}`,
      bindings: { account, ...filters },
      fromRow,
    }
    return pageOf(this.trx, found, { page, limit })
  }

  ofConsent(account: AccountId, phone: PhoneNumber, limit: number): Promise<ConsentTexts> {
    return consentTextsOf(this.trx, { account, phone, limit })
  }

  ofNumber(account: AccountId, phone: PhoneNumber, query: NumberMessagesQuery): Promise<readonly Message[]> {
    return messagesOfNumber(this.trx, { account, phone, ...query })
  }

  sentTo(account: AccountId, phone: PhoneNumber): Promise<MessagesSent> {
    return messagesSentTo(this.trx, { account, phone })
  }

  async keepReceipt(receipt: Receipt): Promise<void> {
    const { account, message, at, failure, carrier = null, providerId = null } = receipt
    await run(this.trx, KEEP_RECEIPT, { account, message, at, carrier, providerId, ...toFailureRow(failure) })
  }

  async withReceiptKept(
    account: AccountId,
    broadcast: BroadcastId,
    positions: PositionRange,
  ): Promise<readonly MessageId[]> {
    const bindings = { account, ...idsAt(broadcast, positions) }
    const rows = await preparedRowsOf<{ message_id: MessageId }>(this.trx, WITH_RECEIPT_KEPT, bindings)
    return rows.map(({ message_id }) => message_id)
  }

  async keptReceipts(account: AccountId, ids: readonly MessageId[]): Promise<readonly Receipt[]> {
    const rows = await rowsOf<ReceiptRow>(this.trx, KEPT_RECEIPTS, { account, ids })
    return rows.map(fromReceiptRow)
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
    { status, failureType, offset, limit, ...positions }: BroadcastMessagesQuery,
  ): Promise<readonly Message[]> {
    const bindings = { account, status, offset, limit, ...idsAt(broadcast, positions) }
    const filter =
      (status === null ? '' : ' and status = :status') + (failureType ? ' and failure_type = :failureType' : '')
    const given = { ...bindings, ...(failureType && { failureType }) }
    return (await rowsOf<MessageRow>(this.trx, ofBroadcast(filter), given)).map(fromRow)
  }

  failuresOf(
    account: AccountId,
    broadcast: BroadcastId,
    { except, ...positions }: FailuresQuery,
  ): Promise<readonly FailureCount[]> {
    const given = { account, ...idsAt(broadcast, positions) }
    if (except === undefined) return rowsOf<FailureCount>(this.trx, failuresOf(), given)
    return rowsOf<FailureCount>(this.trx, failuresOf(EXCEPT), { ...given, ...except })
  }

  async optedOutOf(account: AccountId, broadcast: BroadcastId, positions: PositionRange): Promise<number> {
    const [row] = await rowsOf<{ readonly count: number }>(this.trx, OPTED_OUT_OF, {
      account,
      ...idsAt(broadcast, positions),
    })
    return row!.count
  }
}

/** The message ids of a broadcast sort by position. */
function idsAt(broadcast: BroadcastId, { from, until }: PositionRange) {
  return { first: messageIdAt(broadcast, from), end: messageIdAt(broadcast, until) }
}

const FIND = 'select * from message where account_id = :account and id = :id'

const LOCK = `
  select * from message where account_id = :account and id = any (:ids::text[]) order by id for update`

const SAVE = `
  update message
     set status = saved.status, failure_type = saved.failure_type, failure_message = saved.failure_message,
         sent_at = saved.sent_at, delivered_at = saved.delivered_at, held_until = saved.held_until, phase = saved.phase, attempt = saved.attempt,
         provider_id = saved.provider_id, carrier_code = saved.carrier_code, tries = saved.tries
    from ${SAVED_MESSAGES.sql}
   where message.account_id = :account and message.id = saved.id`

/**
 * Marks the message for a settlement that waits for the message row, because a running statement does not see the new
 * receipt row. If the receipt comes before the message is stored, there is nothing to mark.
 */
const KEEP_RECEIPT = `
  with kept as (
    insert into receipt (${RECEIPT_COLUMNS})
    values (:account, :message, :at, :failure_type, :failure_message, :carrier_code, :carrier, :providerId)
    on conflict (account_id, message_id) do nothing
  )
  update message
     set receipt_kept = true
   where account_id = :account and id = :message and not receipt_kept`

const WITH_RECEIPT_KEPT = `
  select message_id from receipt where account_id = :account and message_id >= :first and message_id < :end`

const KEPT_RECEIPTS = `
  select ${RECEIPT_COLUMNS} from receipt where account_id = :account and message_id = any (:ids::text[])`

const TAKE_RECEIPTS = `
  delete from receipt
   where account_id = :account and message_id = any (:ids::text[])
  returning ${RECEIPT_COLUMNS}`

const TRIM_RECEIPTS = trimStatement({ table: 'receipt', key: ['message_id'], since: 'at' })

const ofBroadcast = (filter: string) => `
  select * from message
   where account_id = :account and id >= :first and id < :end${filter}
   order by id
   limit :limit offset :offset`

const EXCEPT = ' and (failure_type <> :type or failure_message <> :message)'

/** Reads the range of the broadcast by the primary key. */
const failuresOf = (filter = '') => `
  select failure_type as type, count(*)::integer as count
    from message
   where account_id = :account and id >= :first and id < :end and failure_type is not null${filter}
   group by failure_type
   order by count(*) desc, failure_type collate "C"`

const OPTED_OUT_OF = `
  select count(*)::integer as count
    from message
    join consent
      on consent.account_id = message.account_id and consent.phone = message.to_number
     and consent.opted_out_at >= message.sent_at
   where message.account_id = :account and consent.account_id = :account
     and message.id >= :first and message.id < :end and message.status = 'sent'`

const FILTERS = {
  direction: 'message.direction = :direction',
  to: 'message.to_number = :to',
  from: 'message.from_number = :from',
  status: 'message.status = :status',
  createdFrom: 'message.created_at >= :createdFrom',
  createdTo: 'message.created_at <= :createdTo',
} as const

/** Includes only the filters that were requested, so that each combination gets a suitable plan. */
function matchingOf(query: Omit<MessageQuery, 'page' | 'limit'>): string {
  const filters = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter((name) => query[name] !== null)
  return `from message where ${['message.account_id = :account', ...filters.map((name) => FILTERS[name])].join(' and ')}`
}

const NEWEST_FIRST = 'order by message.created_at desc, message.id desc limit :limit offset :offset'
