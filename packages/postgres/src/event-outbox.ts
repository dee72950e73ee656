import type { AccountId, Event, EventOutbox, EventType } from '@carillon/core'
import type { Knex } from 'knex'
import { isoOf, recordset } from './recordset.js'
import { rowsOf, run } from './sql.js'

export class PostgresEventOutbox implements EventOutbox {
  constructor(private readonly trx: Knex) {}

  async isHeard(account: AccountId, type: EventType): Promise<boolean> {
    return (await this.typesHeard(account)).has(type)
  }

  async append(account: AccountId, events: readonly Event[]): Promise<void> {
    if (events.length === 0) return
    const heard = await this.typesHeard(account)
    const kept = events.filter(({ type }) => heard.has(type))
    if (kept.length > 0) await run(this.trx, APPEND, { account, ...APPENDED.of(kept.map(toRow)) })
  }

  async oldest(account: AccountId, limit: number): Promise<readonly Event[]> {
    return (await rowsOf<EventRow>(this.trx, OLDEST, { account, limit })).map(fromRow)
  }

  private async typesHeard(account: AccountId): Promise<ReadonlySet<EventType>> {
    return new Set((await rowsOf<{ type: EventType }>(this.trx, TYPES_HEARD, { account })).map(({ type }) => type))
  }
}

type EventRow = Pick<Event, 'id' | 'at' | 'type' | 'data'> & { readonly account_id: AccountId }

const TYPES_HEARD = `
  select distinct heard.type
    from webhook_endpoint, unnest(webhook_endpoint.events) as heard (type)
   where webhook_endpoint.account_id = :account`

const APPENDED = recordset<ReturnType<typeof toRow>>('appended', {
  id: 'text',
  at: 'timestamptz',
  type: 'text',
  data: 'json',
})

const APPEND = `
  insert into event (account_id, id, at, type, data)
  select :account, appended.id, appended.at, appended.type, appended.data
    from ${APPENDED.sql}
      on conflict (account_id, id) do nothing`

const OLDEST = `
  select account_id, id, at, type, data from event where account_id = :account order by at, id limit :limit`

function toRow({ id, at, type, data }: Event) {
  return { id, at: isoOf(at), type, data }
}

function fromRow({ account_id: account, ...same }: EventRow): Event {
  return { account, ...same } as Event
}
