import type { Replaying, ReplayOptions, ReplayRequest } from '@carillon/core'
import type { Statement } from '../sql/sql.js'

/** Returns how many events were found, up to one more than the limit. Above the limit, it changes nothing. */
export function replayStatement(
  { account, id: endpoint, events }: Replaying,
  which: ReplayRequest,
  { now, limit }: ReplayOptions,
): Statement {
  const sql = `
  with found as materialized (
    ${foundBy(which)}
     limit :limit::integer + 1
  ),
  replayed as (
    insert into webhook_delivery (
      account_id, endpoint_id, event_id, event_at, type, status, tries, attempts, next_at, created_at
    )
    select :account, :endpoint, found.id, found.at, found.type, 'pending', 0, 0, :now::timestamptz, :now::timestamptz
      from found
     where (select count(*) from found) <= :limit::integer
     order by found.id
        on conflict (account_id, endpoint_id, event_id) do update
       set status = excluded.status, tries = excluded.tries, next_at = excluded.next_at, ended_at = null
  )
  select count(*)::integer as found from found`
  return { sql, bindings: { account, endpoint, events, now, limit, ...which } }
}

function foundBy(which: ReplayRequest): string {
  if ('event' in which) return NAMED
  return which.status === null ? HAPPENED : ENDED_SO
}

/**
 * An event that is only for this endpoint can be replayed by id, whatever its type; one for another endpoint cannot.
 */
const NAMED = `
    select id, at, type
      from event
     where account_id = :account and id = :event
       and (endpoint_id = :endpoint or (endpoint_id is null and type = any (:events::text[])))`

const HAPPENED = `
    select id, at, type
      from event
     where account_id = :account and type = any (:events::text[])
       and (endpoint_id is null or endpoint_id = :endpoint)
       and at >= :from and at < :to`

const ENDED_SO = `
    select event_id as id, event_at as at, type
      from webhook_delivery
     where account_id = :account and endpoint_id = :endpoint and type = any (:events::text[])
       and status = :status and event_at >= :from and event_at < :to`
