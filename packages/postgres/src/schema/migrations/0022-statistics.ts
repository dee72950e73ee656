import type { Migration } from './migration.js'

/** What happened in an account by day, and who has not confirmed yet. */
export const statistics: Migration = {
  id: '0022-statistics',
  sql: `
-- Appended by the transaction of what is counted. No row is ever changed, so that nobody waits.
create table statistic_change (
  account_id text collate "C" not null,
  id uuid not null default gen_random_uuid(),
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

-- What is stored from before this migration. When a message failed is not stored: it counts on the day of its creation.
-- Clicks were counted by UTC day. Postgres may not know every zone that the service knows.
with zoned as (
  select account.id, coalesce(known.name, 'UTC') as zone
    from account
    left join pg_timezone_names as known on known.name = account.timezone
),
stored as (
  select account_id, sent_at as at, 'sent' as statistic, '' as detail
    from message where direction = 'outbound' and status = 'sent' and sent_at is not null
  union all
  select account_id, delivered_at, 'delivered', ''
    from message where direction = 'outbound' and delivered_at is not null
  union all
  select account_id, created_at, 'failed', failure_type
    from message where direction = 'outbound' and status = 'failed'
  union all
  select account_id, created_at, 'received', ''
    from message where direction = 'inbound'
  union all
  select distinct on (account_id, subject, at, reason) account_id, at, 'opt_in', reason
    from consent_log where action = 'OPT_IN'
  union all
  select consent_log.account_id, at, 'opt_out',
         case
           when reason = 'USER_REMOVED' then 'REMOVED'
           when action = 'PROVIDER_OPT_OUT' then 'PROVIDER'
           when upper(btrim(said.text, E' .!"''()\\n\\t')) in (
             'STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT', 'OPT-OUT',
             'REMOVE'
           ) then upper(btrim(said.text, E' .!"''()\\n\\t'))
           else 'OTHER_WORDS'
         end
    from consent_log
    left join consent_log_text as said on said.account_id = consent_log.account_id and said.log_id = consent_log.id
   where reason = 'USER_REMOVED' or action = 'PROVIDER_OPT_OUT' or (action = 'OPT_OUT' and group_id is null)
)
insert into statistic_day (account_id, day, statistic, detail, count)
select stored.account_id, (stored.at at time zone zoned.zone)::date, statistic, detail, count(*)
  from stored
  join zoned on zoned.id = stored.account_id
 group by 1, 2, 3, 4;
insert into statistic_day (account_id, day, statistic, detail, count)
select account_id, day, 'click', 'person', sum(people) from click_day group by account_id, day having sum(people) > 0
union all
select account_id, day, 'click', 'bot', sum(bots) from click_day group by account_id, day having sum(bots) > 0;

create index membership_pending on membership (account_id, since, contact_id, group_id) where state = 'pending';
`,
}
