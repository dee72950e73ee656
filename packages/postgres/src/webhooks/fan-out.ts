import { eachEventOf } from '../events/event-outbox.js'

/** Computes the same result as `withoutErasedPhone`. */
const WITHOUT_PHONE = `(
             '{"contact":{"id":' || (each_once.data->'contact'->'id')::text || '},"group":' || (each_once.data->'group')::text
             || ',"reason":' || (each_once.data->'reason')::text || '}'
           )::json`

/**
 * Takes rows with about `:eventsMax` events out of the outbox, stores the new events, and adds their deliveries: all in
 * one statement, so that no event is transferred to the process. Skips rows that another transaction has locked. An
 * event that is taken out twice, concurrently or not, is stored once because of its key, and only the statement that
 * stores it adds deliveries. Events are inserted in the order of their keys, so that this cannot deadlock.
 */
export const FAN_OUT = `
  with oldest as (
    select key, length from outbox where account_id = :account order by key limit :eventsMax
  ),
  enough as (
    select counted.key
      from (select key, sum(length) over (order by key) - length as before from oldest) as counted
     where counted.before < :eventsMax
  ),
  free as (
    select key
      from outbox
     where account_id = :account and key = any (array(select enough.key from enough))
       for update skip locked
  ),
  taken as (
    delete from outbox
     where account_id = :account and key = any (array(select free.key from free))
    returning length, ids, instants, types, data
  ),
  each_once as (
    select distinct on (each.id) each.* from (${eachEventOf('taken')}) as each order by each.id, each.at
  ),
  erased as (
    select each_once.id, each_once.data->'contact'->>'phoneNumber' as phone
      from each_once
     where each_once.type = 'contacts.group.opted_out' and (each_once.data->'reason')::text = '"ERASED"'
  ),
  kept as (
    insert into event (account_id, id, at, type, data)
    select :account, each_once.id, each_once.at, each_once.type,
           case when erased.id is null then each_once.data else ${WITHOUT_PHONE} end
      from each_once
      left join erased on erased.id = each_once.id
     order by each_once.id
        on conflict (account_id, id) do nothing
    returning id, at, type
  ),
  listening as (
    select id, events, is_slow from webhook_endpoint where account_id = :account and disabled_at is null
  ),
  addressed as (
    insert into webhook_delivery (
      account_id, endpoint_id, event_id, event_at, type, status, tries, attempts, next_at, created_at, phone
    )
    select :account, listening.id, kept.id, kept.at, kept.type, 'pending', 0, 0, :now::timestamptz, :now::timestamptz,
           erased.phone
      from kept
      join listening on kept.type = any (listening.events)
      left join erased on erased.id = kept.id
        on conflict (account_id, endpoint_id, event_id) do nothing
    returning endpoint_id
  )
  select (select coalesce(sum(length), 0)::integer from taken) as events,
         (
           select coalesce(json_agg(json_build_object('id', listening.id, 'isSlow', listening.is_slow)), '[]')
             from listening
            where listening.id in (select endpoint_id from addressed)
         ) as endpoints`
