import { isoOf, type AccountId, type Event, type EventOutbox, type EventType } from '@carillon/core'
import { inTurn, isDistributed, rowsOfAllAtOnce, type Among } from '../placements/rows-of-all.js'
import { BELOW_ALL } from '../sql/accounts-due.js'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { rowsOf, type Bindings, type Database } from '../sql/sql.js'

export class PostgresEventOutbox implements EventOutbox {
  constructor(private readonly trx: Database) {}

  async hasSubscribers(account: AccountId, type: EventType): Promise<boolean> {
    return (await this.subscribedTypes(account)).has(type)
  }

  async append(account: AccountId, events: readonly Event[]): Promise<void> {
    if (events.length === 0) return
    const subscribed = await this.subscribedTypes(account)
    await this.keep(account, inOrder(events.filter(({ type }) => subscribed.has(type))))
  }

  async accountsWaiting({ after, limit }: Parameters<EventOutbox['accountsWaiting']>[0]) {
    if (isDistributed(this.trx)) {
      const waiting = await rowsOfAllAtOnce<WaitingRow>(this.trx, WAITING_AMONG, {})
      return inTurn(
        waiting.map(({ account_id }) => account_id),
        { after, limit },
      )
    }
    const rows = await rowsOf<WaitingRow>(this.trx, ACCOUNTS_WAITING, { after: after ?? BELOW_ALL, limit })
    return rows.map(({ account_id }) => account_id)
  }

  async oldest(account: AccountId, limit: number): Promise<readonly Event[]> {
    return (await rowsOf<EventRow>(this.trx, OLDEST, { account, limit })).map(fromRow)
  }

  private async subscribedTypes(account: AccountId): Promise<ReadonlySet<EventType>> {
    const rows = await preparedRowsOf<{ type: EventType }>(this.trx, SUBSCRIBED_TYPES, { account })
    return new Set(rows.map(({ type }) => type))
  }

  /**
   * If a row with the key exists, the first event is already in the outbox. The others may be missing, so they are
   * added in a separate row, some perhaps a second time. An event that is in the outbox twice is taken out as one.
   */
  private async keep(account: AccountId, events: readonly Event[]): Promise<void> {
    if (events.length === 0) return
    const isNew = (await preparedCountOf(this.trx, ADD, toRow(account, events))) === 1
    if (!isNew) await this.keep(account, events.slice(1))
  }
}

/**
 * Expands rows of the outbox into single events. Does not unescape their data: `->>` and similar operators fail on
 * characters that Postgres cannot store.
 */
export const eachEventOf = (rows: string) => `
    select told.id collate "C" as id, told.at::timestamptz as at, told.type, told.data
      from ${rows}
     cross join lateral rows from (
             json_array_elements_text(${rows}.ids::json), json_array_elements_text(${rows}.instants::json),
             json_array_elements_text(${rows}.types::json), json_array_elements(${rows}.data::json)
           ) as told (id, at, type, data)`

/** The key of a row that begins with this event. Keys sort by time. */
export function outboxKeyOf({ at, id }: Pick<Event, 'at' | 'id'>): string {
  return `${isoOf(at)} ${id}`
}

type EventRow = Pick<Event, 'id' | 'at' | 'type' | 'data'> & { readonly account_id: AccountId }

type WaitingRow = Pick<EventRow, 'account_id'>

const SUBSCRIBED_TYPES = `
  select distinct heard.type
    from webhook_endpoint, unnest(webhook_endpoint.events) as heard (type)
   where webhook_endpoint.account_id = :account`

const ADD = `
  insert into outbox (account_id, key, length, ids, instants, types, data)
  values (:account, :key, :length, :ids, :instants, :types, :data)
  on conflict (account_id, key) do nothing`

/** Finds the accounts in order of their ids, with one index look-up for each, however many events wait. */
const eachAccount = (name: string, where: string) => `${name} (account_id) as (
    (
      select account_id from outbox where account_id ${where} order by account_id limit 1
    )
    union all
    select following.account_id
      from ${name}
     cross join lateral (
       select outbox.account_id
         from outbox
        where outbox.account_id > ${name}.account_id and outbox.account_id ${where}
        order by outbox.account_id
        limit 1
     ) as following
  )`

/** Accounts after `:after` come first; the others are only looked up if these are fewer than the limit. */
const ACCOUNTS_WAITING = `
  with recursive ${eachAccount('accounts_waiting', '> :after')},
  ${eachAccount('accounts_waiting_below', '<= :after')}
  select account_id from accounts_waiting
   union all
  select account_id from accounts_waiting_below
   limit :limit`

const WAITING_AMONG = (among: Among) => `select account_id from outbox where ${among('account_id')} group by account_id`

/** A row begins with its oldest event, so the first rows contain the oldest events of the account. */
const OLDEST = `
  with first_rows as (
    select ids, instants, types, data from outbox where account_id = :account order by key limit :limit
  ),
  each_once as (
    select distinct on (each.id) each.* from (${eachEventOf('first_rows')}) as each order by each.id, each.at
  )
  select :account as account_id, each_once.id, each_once.at, each_once.type, each_once.data
    from each_once
   where not exists (select from event where event.account_id = :account and event.id = each_once.id)
   order by each_once.at, each_once.id
   limit :limit`

/** Sorts the oldest event first, and drops repeated events. */
function inOrder(events: readonly Event[]): readonly Event[] {
  const each = new Map(events.toReversed().map((event) => [event.id, event]))
  return [...each.values()].sort((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1))
}

function toRow(account: AccountId, events: readonly Event[]): Bindings {
  return {
    account,
    key: outboxKeyOf(events[0]!),
    length: events.length,
    ids: JSON.stringify(events.map((event) => event.id)),
    instants: JSON.stringify(events.map((event) => isoOf(event.at))),
    types: JSON.stringify(events.map(({ type }) => type)),
    data: JSON.stringify(events.map(({ data }) => data)),
  }
}

function fromRow({ account_id: account, ...same }: EventRow): Event {
  return { account, ...same } as Event
}
