import { CLICKS_KEPT_MAX, utcDayOf, type Click } from '@carillon/core'

/**
 * Locks the URL before counting the click: if a concurrent trim deletes the URL, the click counts for the bare link. A
 * concurrent click waits for the row, adds to its new values and gets the next position. The day is locked after the
 * URL, so that two clicks cannot deadlock.
 */
export const RECORD_CLICK = `
  with sent as materialized (
    select code, message_id
      from click_count
     where account_id = :account and link = :link and code = :code::text
       for no key update
  ),
  counted as (
    insert into click_count (account_id, link, code, message_id, people, bots, first_at, last_at)
    select :account, :link, coalesce(sent.code, ''), sent.message_id, :people::bigint, :bots::bigint,
           :followedAt::timestamptz, :followedAt::timestamptz
      from (values (1)) as one
      left join sent on true
        on conflict (account_id, link, code) do update
       set people = click_count.people + excluded.people, bots = click_count.bots + excluded.bots,
           first_at = least(click_count.first_at, excluded.first_at),
           last_at = greatest(click_count.last_at, excluded.last_at)
    returning link, code, message_id, people, bots, first_at, last_at
  ),
  kept as (
    insert into click (account_id, link, code, position, at, visitor, agent)
    select :account, link, code, people + bots, :at::timestamptz, :visitor, :agent::text
      from counted
     where case :visitor when 'person' then people else bots end <= ${CLICKS_KEPT_MAX}
  ),
  dated as (
    insert into click_day (account_id, link, day, part, people, bots, recipients, first_at, last_at)
    select :account, link, :day::date, :part::smallint, :people::bigint, :bots::bigint,
           case when message_id is not null and :visitor = 'person' and people = 1 then 1 else 0 end,
           :followedAt::timestamptz, :followedAt::timestamptz
      from counted
        on conflict (account_id, link, day, part) do update
       set people = click_day.people + excluded.people, bots = click_day.bots + excluded.bots,
           recipients = click_day.recipients + excluded.recipients,
           first_at = least(click_day.first_at, excluded.first_at),
           last_at = greatest(click_day.last_at, excluded.last_at)
  )
  select link, code, message_id, people, bots, first_at, last_at from counted`

/** The bindings of `RECORD_CLICK`. */
export function toRecordedClick({ account, link, code, at, visitor, agent }: Click) {
  const isPerson = visitor === 'person'
  const counted = { people: isPerson ? 1 : 0, bots: isPerson ? 0 : 1, followedAt: isPerson ? at : null }
  return { account, link, code, at, day: utcDayOf(at), part: partOf(code), visitor, agent, ...counted }
}

/** A link has this many rows for each day, so this many of its clicks can be counted at the same time. */
const DAY_PARTS = 8

function partOf(code: string | null): number {
  return (code?.charCodeAt(0) ?? 0) % DAY_PARTS
}
