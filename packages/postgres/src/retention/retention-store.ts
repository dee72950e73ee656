import type { AccountId, MessageId, RetentionStore, TrimSpan, Trimmed } from '@carillon/core'
import { namingAccount } from '../placements/naming-accounts.js'
import { rowsOf, run, type Database, type Sql } from '../sql/sql.js'
import { takeTrimLock } from '../sql/trim-lock.js'
import { SERVED } from '../webhooks/served-endpoints.js'

/**
 * Finds old rows by an index on their time, continuing where the previous step ended, and deletes them by their keys.
 * The keys are in an array, or in rows that also contain the account.
 */
export class PostgresRetentionStore implements RetentionStore {
  constructor(private readonly trx: Database) {}

  async trimMessages(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed> {
    if (!(await takeTrimLock(this.trx, account))) return NOTHING
    const old = await rowsOf<OldMessageRow>(this.trx, OLD_MESSAGES, { account, ...span, limit })
    if (old.length === 0) return NOTHING
    const ids = old.map(({ id }) => id)
    const providerIds = old.flatMap(({ provider_id }) => provider_id ?? [])
    await run(this.trx, LOCK_URLS, { account, ids })
    await run(this.trx, REMOVE_MESSAGES, { account, ids, providerIds })
    return { taken: old.length, next: old.length === limit ? old.at(-1)!.created_at : null }
  }

  trimRecipients(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed> {
    return trim(this.trx, TRIM_RECIPIENTS, { account, span, limit })
  }

  trimEvents(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed> {
    return trim(this.trx, TRIM_EVENTS, { account, span, limit })
  }

  trimClicks(account: AccountId, span: TrimSpan, limit: number): Promise<Trimmed> {
    return trim(this.trx, TRIM_CLICKS, { account, span, limit })
  }
}

const NOTHING: Trimmed = { taken: 0, next: null }

type Trimming = { readonly account: AccountId; readonly span: TrimSpan; readonly limit: number }

async function trim(trx: Database, statement: Sql, { account, span, limit }: Trimming): Promise<Trimmed> {
  if (!(await takeTrimLock(trx, account))) return NOTHING
  const [row] = await rowsOf<TrimmedRow>(trx, statement, { account, ...span, limit })
  return { taken: row!.taken, next: row!.has_more ? row!.last : null }
}

type OldMessageRow = { readonly id: MessageId; readonly created_at: Date; readonly provider_id: string | null }

type TrimmedRow = { readonly taken: number; readonly has_more: boolean; readonly last: Date | null }

const inSpan = (column: string) => `${column} <= :until and ${column} >= coalesce(:from::timestamptz, '-infinity')`

const trimmedOf = (old: string) => `
  select count(*)::integer as taken, count(*) = :limit as has_more, max(${old}.at) as last from ${old}`

const OLD_MESSAGES = `
  select id, created_at, case when direction = 'inbound' then provider_id end as provider_id
    from message
   where account_id = :account and ${inSpan('created_at')} and status <> 'queued'
   order by created_at
   limit :limit
     for update skip locked`

/**
 * A separate statement: the next one then sees every click from before the lock, and none is counted after the lock.
 */
const LOCK_URLS = `
  select from click_count
   where account_id = :account and message_id = any (:ids::text[]) and message_id is not null
   order by link, code
     for update`

/**
 * Adds the number of a deleted message's URLs to the day of the message. The URLs are grouped by sorting: Postgres
 * estimates one row on each side, so a join would compare every row with every other row.
 */
const REMOVE_MESSAGES = `
  with urls as (
    delete from click_count
     where account_id = :account and message_id = any (:ids::text[]) and message_id is not null
    returning account_id, link, code, message_id
  ),
  clicks as (
    delete from click
     using urls
     where click.account_id = urls.account_id and click.link = urls.link and click.code = urls.code
  ),
  networks as (
    delete from click_network
     using urls
     where click_network.account_id = urls.account_id and click_network.link = urls.link
       and click_network.code = urls.code
  ),
  texts as (
    delete from inbound_text where account_id = :account and provider_id = any (:providerIds::text[])
  ),
  possible_opt_outs as (
    delete from possible_opt_out where account_id = :account and message_id = any (:ids::text[])
  ),
  conversations as (
    delete from conversation where account_id = :account and last_message_id = any (:ids::text[])
  ),
  receipts as (
    delete from receipt where account_id = :account and message_id = any (:ids::text[])
  ),
  taken as (
    delete from message where account_id = :account and id = any (:ids::text[])
    returning id, (created_at at time zone 'UTC')::date as day
  )
  insert into click_day (account_id, link, day, part, people, bots, recipients, sent)
  select :account, dated.link, dated.day, 0, 0, 0, 0, count(*)
    from (
           select link, max(day) over (partition by id) as day
             from (
                    select message_id as id, link, null::date as day from urls
                    union all
                    select id, null, day from taken
                  ) as each
         ) as dated
   where dated.link is not null and dated.day is not null
   group by dated.link, dated.day
   order by dated.link, dated.day
      on conflict (account_id, link, day, part) do update
     set sent = click_day.sent + excluded.sent`

const CHUNKS = `(
               select count(*)
                 from broadcast_chunk as stored
                where stored.account_id = :account and stored.broadcast_id = broadcast.id
             )`

/** Marks a broadcast whose chunks are all deleted, so that it is not searched again. */
const TRIM_RECIPIENTS = `
  with ended as materialized (
    select id, completed_at as at
      from broadcast
     where account_id = :account and has_recipients and ${inSpan('completed_at')}
     order by completed_at
     limit :limit
       for no key update skip locked
  ),
  old as materialized (
    select account_id, broadcast_id, number
      from broadcast_chunk
     where account_id = :account and broadcast_id = any (array(select ended.id from ended))
     order by broadcast_id, number
     limit :limit
       for update skip locked
  ),
  taken as (
    delete from broadcast_chunk
     using old
     where broadcast_chunk.account_id = old.account_id and broadcast_chunk.broadcast_id = old.broadcast_id
       and broadcast_chunk.number = old.number
    returning broadcast_chunk.broadcast_id
  ),
  emptied as (
    update broadcast
       set has_recipients = false
     where account_id = :account and id = any (array(select ended.id from ended))
       and (
             ${CHUNKS} = 0
             or (id, ${CHUNKS}) in (select old.broadcast_id, count(*) from old group by old.broadcast_id)
           )
    returning id
  )
  select (select count(*)::integer from taken) as taken, min(ended.at) as last,
         (select count(*) from taken) + (select count(*) from emptied) > 0
         and (count(*) = :limit or (select count(*) from taken) = :limit) as has_more
    from ended`

const TRIM_EVENTS = namingAccount(
  (own) => `
  ${SERVED},
  old as materialized (
    select id, at
      from event
     where account_id = :account and ${inSpan('at')}
       and not exists (
             select from webhook_delivery
              where ${own('webhook_delivery')}webhook_delivery.account_id = event.account_id
                and webhook_delivery.event_id = event.id
                and webhook_delivery.endpoint_id = any (array(select served.endpoint_id from served))
                and webhook_delivery.status = 'pending'
             offset 0
           )
     order by at
     limit :limit
       for update skip locked
  ),
  attempts as (
    delete from webhook_attempt
     where account_id = :account and endpoint_id = any (array(select served.endpoint_id from served))
       and event_id = any (array(select old.id from old))
  ),
  deliveries as (
    delete from webhook_delivery
     where account_id = :account and endpoint_id = any (array(select served.endpoint_id from served))
       and event_id = any (array(select old.id from old))
  ),
  taken as (
    delete from event where account_id = :account and id = any (array(select old.id from old))
  )
  ${trimmedOf('old')}`,
)

const TRIM_CLICKS = `
  with old as materialized (
    select account_id, link, code, position, at
      from click
     where account_id = :account and ${inSpan('at')}
     order by at
     limit :limit
       for update skip locked
  ),
  taken as (
    delete from click
     using old
     where click.account_id = old.account_id and click.link = old.link and click.code = old.code
       and click.position = old.position
  )
  ${trimmedOf('old')}`
