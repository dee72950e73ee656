import type { Migration } from './migration.js'

/** What happened in an account by day, and who has not confirmed yet. */
export const statistics: Migration = {
  id: '0022-statistics',
  sql: `
-- Appended by the transaction of what is counted. No row is ever changed, so that nobody waits.
create table statistic_change (
  account_id text collate "C" not null,
  id uuid not null,
  statistic text collate "C" not null,
  detail text collate "C" not null,
  at timestamptz not null,
  count integer not null,
  primary key (account_id, id)
);

-- Where a worker moves the appended counts. The day is that of the timezone which the account had then.
create table statistic_day (
  account_id text collate "C" not null,
  day date not null,
  statistic text collate "C" not null,
  detail text collate "C" not null,
  count bigint not null,
  primary key (account_id, day, statistic, detail)
) with (fillfactor = 70);

-- What is stored from before this migration. When a message failed is not stored, nor when a failed one was sent: it counts on
-- the day of its creation.
-- Clicks were counted by UTC day. Postgres may not know every zone that the service knows.
with zoned as (
  select account.id as account_id, coalesce(known.name, 'UTC') as zone
    from account
    left join pg_timezone_names as known on known.name = account.timezone
),
stored as (
  select message.account_id, zone, coalesce(sent_at, created_at) as at, 'sent' as statistic, '' as detail, 1 as count
    from zoned join message on message.account_id = zoned.account_id
   where direction = 'outbound' and (status = 'sent' or provider_id is not null)
  union all
  select message.account_id, zone, delivered_at, 'delivered', '', 1
    from zoned join message on message.account_id = zoned.account_id
   where direction = 'outbound' and delivered_at is not null
  union all
  select message.account_id, zone, created_at, 'failed', failure_type, 1
    from zoned join message on message.account_id = zoned.account_id
   where direction = 'outbound' and status = 'failed'
  union all
  select message.account_id, zone, created_at, 'received', '', 1
    from zoned join message on message.account_id = zoned.account_id
   where direction = 'inbound'
  union all
  select ledger_entry.account_id, zone, at, 'spent', unit, amount
    from zoned join ledger_entry on ledger_entry.account_id = zoned.account_id
   where to_place = 'spent'
  union all
  select distinct on (consent_log.account_id, subject, at, reason) consent_log.account_id, zone, at, 'opt_in', reason, 1
    from zoned join consent_log on consent_log.account_id = zoned.account_id
   where action = 'OPT_IN'
  union all
  select consent_log.account_id, zone, at, 'opt_out',
         case
           when reason = 'USER_REMOVED' then 'REMOVED'
           when action = 'PROVIDER_OPT_OUT' then 'PROVIDER'
           when upper(btrim(said.text, E' .!"''()\\n\\t')) in (
             'STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT', 'OPT-OUT',
             'REMOVE'
           ) then upper(btrim(said.text, E' .!"''()\\n\\t'))
           else 'OTHER_WORDS'
         end, 1
    from zoned
    join consent_log on consent_log.account_id = zoned.account_id
    left join consent_log_text as said on said.account_id = consent_log.account_id and said.log_id = consent_log.id
   where reason = 'USER_REMOVED' or action = 'PROVIDER_OPT_OUT' or (action = 'OPT_OUT' and group_id is null)
)
insert into statistic_day (account_id, day, statistic, detail, count)
select account_id, (at at time zone zone)::date, statistic, detail, sum(count)
  from stored
 group by 1, 2, 3, 4;
insert into statistic_day (account_id, day, statistic, detail, count)
select click_day.account_id, day, 'click', visitor, sum(case visitor when 'person' then people else bots end)
  from (select id as account_id from account) as owner
  join click_day on click_day.account_id = owner.account_id
 cross join (values ('person'), ('bot')) as visitors (visitor)
 group by 1, 2, 4
having sum(case visitor when 'person' then people else bots end) > 0;

create index membership_pending on membership (account_id, since, contact_id, group_id) where state = 'pending';
`,
}
