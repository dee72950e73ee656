import {
  CLICKS_KEPT_MAX,
  COUNTED_CLICKS_MAX,
  NETWORKS_OF_CODE_MAX,
  REPEAT_PAUSE_MS,
  REPEAT_WINDOW_MS,
  utcDayOf,
  type Click,
} from '@carillon/core'

/**
 * Locks the URL before counting the click: if a concurrent trim deletes the URL, the click counts for the bare link. A
 * concurrent click waits for the row, adds to its new values and gets the next position. The network is locked after
 * the URL, and the day last, so that two clicks cannot deadlock.
 *
 * `remembered` decides by the rule of `isRepeat` on the locked row of the network: a click that is a repeat changes
 * nothing there, and returns no row. Only the clicks of people with a known address have a network here.
 */
export const RECORD_CLICK = `
  with sent as materialized (
    select code, message_id
      from click_count
     where account_id = :account and link = :link and code = :code::text
       for no key update
  ),
  remembered as (
    insert into click_network (account_id, link, code, network, counted_at)
    select :account, :link, coalesce(sent.code, ''),
           case when sent.code is null then :network::integer else :network::integer % ${NETWORKS_OF_CODE_MAX} end,
           array[:at::timestamptz]
      from (values (1)) as one
      left join sent on true
     where :network::integer is not null
        on conflict (account_id, link, code, network) do update
       set counted_at = array(
             select counted.at
               from unnest(click_network.counted_at || excluded.counted_at) as counted (at)
              order by counted.at desc
              limit ${COUNTED_CLICKS_MAX}
           )
     where coalesce(click_network.counted_at[${COUNTED_CLICKS_MAX}] <= :windowBegins::timestamptz, true)
       and not exists (
             select from unnest(click_network.counted_at) as counted (at)
              where counted.at > :pauseBegins::timestamptz and counted.at < :pauseEnds::timestamptz
           )
    returning network
  ),
  kind as materialized (
    select case
             when :visitor = 'person' and :network::integer is not null and not exists (select from remembered)
             then 'repeat'
             else :visitor
           end as name
  ),
  counts as materialized (
    select (name = 'person')::integer as people, (name = 'bot')::integer as bots, (name = 'repeat')::integer as repeats,
           case when name = 'person' then :at::timestamptz end as followed_at
      from kind
  ),
  counted as (
    insert into click_count (account_id, link, code, message_id, people, bots, repeats, first_at, last_at)
    select :account, :link, coalesce(sent.code, ''), sent.message_id, counts.people, counts.bots, counts.repeats,
           counts.followed_at, counts.followed_at
      from counts
      left join sent on true
        on conflict (account_id, link, code) do update
       set people = click_count.people + excluded.people, bots = click_count.bots + excluded.bots,
           repeats = click_count.repeats + excluded.repeats,
           first_at = least(click_count.first_at, excluded.first_at),
           last_at = greatest(click_count.last_at, excluded.last_at)
    returning link, code, message_id, people, bots, repeats, first_at, last_at
  ),
  kept as (
    insert into click (account_id, link, code, position, at, visitor, agent)
    select :account, counted.link, counted.code, counted.people + counted.bots, :at::timestamptz, kind.name, :agent::text
      from counted, kind
     where case kind.name when 'person' then counted.people when 'bot' then counted.bots end <= ${CLICKS_KEPT_MAX}
  ),
  dated as (
    insert into click_day (account_id, link, day, part, people, bots, repeats, recipients, first_at, last_at)
    select :account, counted.link, :day::date, :part::smallint, counts.people, counts.bots, counts.repeats,
           case when counted.message_id is not null and counted.people = 1 then counts.people else 0 end,
           counts.followed_at, counts.followed_at
      from counted, counts
        on conflict (account_id, link, day, part) do update
       set people = click_day.people + excluded.people, bots = click_day.bots + excluded.bots,
           repeats = click_day.repeats + excluded.repeats, recipients = click_day.recipients + excluded.recipients,
           first_at = least(click_day.first_at, excluded.first_at),
           last_at = greatest(click_day.last_at, excluded.last_at)
  )
  select counted.link, counted.code, counted.message_id, counted.people, counted.bots, counted.repeats,
         counted.first_at, counted.last_at, kind.name = 'repeat' as is_repeat
    from counted, kind`

/** The bindings of `RECORD_CLICK`. */
export function toRecordedClick({ account, link, code, at, visitor, agent, network }: Click) {
  return {
    ...{ account, link, code, at, visitor, agent },
    windowBegins: before(at, REPEAT_WINDOW_MS),
    pauseBegins: before(at, REPEAT_PAUSE_MS),
    pauseEnds: before(at, -REPEAT_PAUSE_MS),
    day: utcDayOf(at),
    part: partOf(code),
    network: visitor === 'person' ? network : null,
  }
}

/** Citus permits no arithmetic with instants where a conflict is decided. */
function before(at: Date, ms: number): Date {
  return new Date(at.getTime() - ms)
}

/** A link has this many rows for each day, so this many of its clicks can be counted at the same time. */
const DAY_PARTS = 8

function partOf(code: string | null): number {
  return (code?.charCodeAt(0) ?? 0) % DAY_PARTS
}
