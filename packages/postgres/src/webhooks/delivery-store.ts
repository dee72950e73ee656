import {
  withErasedPhone,
  type AccountId,
  type DeliveriesDue,
  type DeliveryFilter,
  type DeliveryStore,
  type DueDelivery,
  type EndpointName,
  type EventId,
  type FanOut,
  type FoundDelivery,
  type StoredEventData,
  type ListedDelivery,
  type Page,
  type PageRequest,
  type PhoneNumber,
  type ReplayOptions,
  type ReplayRequest,
  type Replaying,
  type TriedDelivery,
} from '@carillon/core'
import { pageOf } from '../sql/page-of.js'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { rowsOf, run, type Database } from '../sql/sql.js'
import { blockTrims } from '../sql/trim-lock.js'
import { filterBindings, counting, listing } from './delivery-list.js'
import {
  ATTEMPT_COLUMNS,
  DELIVERY_COLUMNS,
  fromAttemptRow,
  fromRow,
  toTriedRow,
  type AttemptRow,
  type DeliveryRow,
  type TriedRow,
} from './delivery-row.js'
import { FAN_OUT } from './fan-out.js'
import { replayStatement } from './replay-statement.js'
import { trimDeliveries } from './trim-deliveries.js'

export class PostgresDeliveryStore implements DeliveryStore {
  constructor(private readonly trx: Database) {}

  /** Not prepared, because the number of waiting events varies too much for one plan. */
  async fanOut(account: AccountId, { now, eventsMax }: FanOutOptions): Promise<FanOut> {
    const [fannedOut] = await rowsOf<FanOut>(this.trx, FAN_OUT, { account, now, eventsMax })
    return fannedOut!
  }

  async addFor({ id: endpoint }: EndpointName, event: StoredEventData, now: Date): Promise<void> {
    const { account, id, at, type, data } = event
    await run(this.trx, ADD_FOR, { account, endpoint, id, at, type, data: JSON.stringify(data), now })
  }

  async due({ account, id: endpoint }: EndpointName, { now, limit, except }: DeliveriesDue) {
    const rows = await preparedRowsOf<PhonedRow>(this.trx, DUE, { account, endpoint, now, limit, except })
    return rows.map((row): DueDelivery => ({ delivery: fromRow(row), at: row.event_at, data: postedDataOf(row) }))
  }

  async nextAt({ account, id: endpoint }: EndpointName): Promise<Date | null> {
    const [row] = await preparedRowsOf<{ next_at: Date }>(this.trx, NEXT_AT, { account, endpoint })
    return row?.next_at ?? null
  }

  async settle(account: AccountId, tried: readonly TriedDelivery[]): Promise<void> {
    if (tried.length > 0) await preparedCountOf(this.trx, SETTLE, { account, ...TRIED.of(tried.map(toTriedRow)) })
  }

  async find({ account, id: endpoint }: EndpointName, event: EventId): Promise<FoundDelivery | null> {
    const rows = await rowsOf<FoundRow>(this.trx, FIND, { account, endpoint, event })
    const [row] = rows
    if (row === undefined) return null
    return {
      delivery: fromRow(row),
      event: { at: row.event_at, data: row.event_data },
      attempts: rows.flatMap((tried) => (tried.number === null ? [] : [fromAttemptRow(tried)])),
    }
  }

  list(endpoint: EndpointName, filter: DeliveryFilter, page: PageRequest): Promise<Page<ListedDelivery>> {
    const bindings = filterBindings(endpoint, filter)
    const found = { counting: counting(filter), listing: listing(filter), bindings, fromRow: fromListedRow }
    return pageOf(this.trx, found, page)
  }

  async replay(endpoint: Replaying, which: ReplayRequest, options: ReplayOptions): Promise<number | null> {
    await blockTrims(this.trx, endpoint.account)
    const { sql, bindings } = replayStatement(endpoint, which, options)
    const [row] = await rowsOf<{ found: number }>(this.trx, sql, bindings)
    return row!.found > options.limit ? null : row!.found
  }

  trim(account: AccountId, limit: number): Promise<number> {
    return trimDeliveries(this.trx, account, limit)
  }
}

type FanOutOptions = Parameters<DeliveryStore['fanOut']>[1]

type DueRow = DeliveryRow & { readonly event_at: Date; readonly event_data: string }

/** `phone`: the number of an erased contact, which the stored event does not contain. */
type PhonedRow = DueRow & { readonly phone: PhoneNumber | null }

type ListedRow = DeliveryRow & (AttemptRow | { readonly number: null })
type FoundRow = DueRow & ListedRow

const ADD_FOR = `
  with kept as (
    insert into event (account_id, id, at, type, data, endpoint_id)
    values (:account, :id, :at, :type, :data, :endpoint)
    on conflict (account_id, id) do nothing
    returning id, at, type
  )
  insert into webhook_delivery (
    account_id, endpoint_id, event_id, event_at, type, status, tries, attempts, next_at, created_at
  )
  select :account, :endpoint, kept.id, kept.at, kept.type, 'pending', 0, 0, :now::timestamptz, :now::timestamptz
    from kept`

/** The event of every waiting delivery exists: whatever deletes an event deletes its deliveries too. */
const DUE = `
  with due as materialized (
    select ${DELIVERY_COLUMNS}, webhook_delivery.event_at, webhook_delivery.phone
      from webhook_delivery
     where webhook_delivery.account_id = :account and webhook_delivery.endpoint_id = :endpoint
       and webhook_delivery.status = 'pending' and webhook_delivery.next_at <= :now
       and webhook_delivery.event_id <> all (:except::text[])
     order by webhook_delivery.next_at, webhook_delivery.event_id
     limit :limit
  )
  select due.*, event.data::text as event_data
    from due
    join event on event.account_id = due.account_id and event.id = due.event_id
   order by due.next_at, due.event_id`

const NEXT_AT = `
  select next_at
    from webhook_delivery
   where account_id = :account and endpoint_id = :endpoint and status = 'pending'
   order by next_at
   limit 1`

const TRIED = recordset<TriedRow>('tried', {
  endpoint_id: 'text',
  event_id: 'text',
  number: 'integer',
  at: 'timestamptz',
  took_ms: 'integer',
  answer: 'json',
  status: 'text',
  tries: 'integer',
  attempts: 'integer',
  next_at: 'timestamptz',
  ended_at: 'timestamptz',
})

const ifAsRead = (column: string) => `
         ${column} = case when webhook_delivery.tries = tried.tries - 1 then tried.${column}
                     else webhook_delivery.${column} end`

/**
 * If an attempt is already in the log, it was settled before, and the delivery may have changed since then. Deliveries
 * are locked before their attempts are logged: a concurrent deletion either comes first, so that nothing is logged, or
 * comes later and deletes the attempt too.
 */
const SETTLE = `
  with tried as materialized (
    select sorted.*
      from (
             select tried.* from ${TRIED.sql} order by tried.endpoint_id collate "C", tried.event_id collate "C" offset 0
           ) as sorted
     cross join lateral (
             select webhook_delivery.event_id
               from webhook_delivery
              where webhook_delivery.account_id = :account and webhook_delivery.endpoint_id = sorted.endpoint_id
                and webhook_delivery.event_id = sorted.event_id
                for no key update
           ) as held
  ),
  logged as (
    insert into webhook_attempt (account_id, endpoint_id, event_id, number, at, took_ms, answer)
    select :account, tried.endpoint_id, tried.event_id, tried.number, tried.at, tried.took_ms, tried.answer
      from tried
        on conflict (account_id, endpoint_id, event_id, number) do nothing
    returning endpoint_id, event_id
  )
  update webhook_delivery
     set attempts = greatest(webhook_delivery.attempts, tried.attempts),
         phone = case when webhook_delivery.tries = tried.tries - 1 and tried.status <> 'pending' then null
                 else webhook_delivery.phone end,${['status', 'tries', 'next_at', 'ended_at'].map(ifAsRead).join(',')}
    from tried
    join logged on logged.endpoint_id = tried.endpoint_id and logged.event_id = tried.event_id
   where webhook_delivery.account_id = :account and webhook_delivery.endpoint_id = tried.endpoint_id
     and webhook_delivery.event_id = tried.event_id`

/** One row for each attempt, in one statement, so that the delivery and its attempts are consistent. */
const FIND = `
  select ${DELIVERY_COLUMNS}, event.at as event_at, event.data::text as event_data, ${ATTEMPT_COLUMNS}
    from webhook_delivery
    join event on event.account_id = :account and event.id = webhook_delivery.event_id
    left join webhook_attempt
           on webhook_attempt.account_id = :account and webhook_attempt.endpoint_id = :endpoint
          and webhook_attempt.event_id = :event
   where webhook_delivery.account_id = :account and webhook_delivery.endpoint_id = :endpoint
     and webhook_delivery.event_id = :event
   order by webhook_attempt.number`

/** The data of the event as it is posted. */
function postedDataOf({ phone, event_data: data }: PhonedRow): string {
  return phone === null ? data : withErasedPhone(data, phone)
}

function fromListedRow(row: ListedRow): ListedDelivery {
  return { delivery: fromRow(row), last: row.number === null ? null : fromAttemptRow(row) }
}
