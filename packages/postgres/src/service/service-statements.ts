import type { Among } from '../placements/rows-of-all.js'
import { SCHEDULE_COLUMNS, SEND_COLUMNS } from '../schedules/schedule-row.js'

export const PUT_PROCESS = `
  insert into worker_process (id, kind, runs_jobs, host, version, started_at, seen_at)
  values (:id, :kind, :runsJobs, :host, :version, :startedAt, :seenAt)
  on conflict (id) do update
     set kind = excluded.kind, runs_jobs = excluded.runs_jobs, host = excluded.host, version = excluded.version,
         started_at = excluded.started_at, seen_at = excluded.seen_at`

export const REMOVE_PROCESS = 'delete from worker_process where id = :id'

export const FORGET_PROCESSES = 'delete from worker_process where seen_at < :seenSince'

export const PROCESSES = `
  select id, kind, runs_jobs as "runsJobs", host, version, started_at as "startedAt", seen_at as "seenAt"
    from worker_process
   order by started_at desc, id desc`

export const PUT_RECORD = `
  insert into service_record (kind, at, details)
  values (:kind, :at, :details)
  on conflict (kind) do update
     set at = excluded.at, details = excluded.details
   where service_record.at <= excluded.at`

export const RECORDS = 'select kind, at, details from service_record order by kind'

export const ACCOUNT_NAMES = `
  select id, name from account where :after::text is null or name > :after order by name limit :limit`

/** Each figure is one look-up in an index for each account. */
export const ACCOUNTS = `
  select account.id, account.name, account.timezone, account.created_at as "createdAt",
         coalesce(balance.sms_available, 0)::double precision as sms,
         coalesce(balance.mms_available, 0)::double precision as mms,
         balance.accepted_on::text as "acceptedOn", coalesce(balance.accepted, 0)::double precision as "acceptedCount",
         (
           select count(*)::integer from contact_group
            where contact_group.account_id = any (:accounts::text[]) and contact_group.account_id = account.id
              and not contact_group.removed
         ) as groups,
         (select count(*)::integer from sender where sender.account_id = account.id) as numbers,
         (
           select count(*)::integer from dead_job
            where dead_job.account_id = any (:accounts::text[]) and dead_job.account_id = account.id
         ) as "deadJobs",
         (
           select count(*)::integer from webhook_endpoint
            where webhook_endpoint.account_id = any (:accounts::text[])
              and webhook_endpoint.account_id = account.id and webhook_endpoint.disabled_at is not null
         ) as "disabledWebhooks",
         (
           select message.created_at from message
            where message.account_id = any (:accounts::text[]) and message.account_id = account.id
            order by message.created_at desc, message.id desc
            limit 1
         ) as "lastMessageAt"
    from account
    left join credit_balance as balance
           on balance.account_id = any (:accounts::text[]) and balance.account_id = account.id
   where account.id = any (:accounts::text[])`

/** The newest ones of each account, then the newest of these. */
export const DEAD_JOBS = (among: Among) => `
  select newest.*
    from account
   cross join lateral (
     select account_id, id, lane, kind, payload, run_at, attempt, died_at, error
       from dead_job
      where ${among('dead_job.account_id')} and dead_job.account_id = account.id
        and (:at::timestamptz is null or (dead_job.died_at, dead_job.id) < (:at, :id))
      order by dead_job.died_at desc, dead_job.id desc
      limit :limit
   ) as newest
   where ${among('account.id')}
   order by newest.died_at desc, newest.id desc
   limit :limit`

export const COUNTS = (among: Among) => `
  select count(*)::integer as accounts,
         coalesce(sum(dead.jobs), 0)::integer as "deadJobs",
         coalesce(sum(broken.disabled), 0)::integer as "disabledWebhooks",
         coalesce(sum(broken.failing), 0)::integer as "failingWebhooks"
    from account
   cross join lateral (
     select count(*) as jobs from dead_job where ${among('dead_job.account_id')} and dead_job.account_id = account.id
   ) as dead
   cross join lateral (
     select count(*) filter (where disabled_at is not null) as disabled,
            count(*) filter (where disabled_at is null and failing_since is not null) as failing
       from webhook_endpoint
      where ${among('webhook_endpoint.account_id')} and webhook_endpoint.account_id = account.id
   ) as broken
   where ${among('account.id')}`

/** The last send of each schedule that has not ended, if that one failed. */
export const FAILING_SENDS = `
  select ${['account_id', ...Object.keys(SEND_COLUMNS)].join(', ')}
    from schedule_send
   where account_id = :account and id in (
     select last_send.id
       from schedule
      cross join lateral (
        select schedule_send.id, schedule_send.status
          from schedule_send
         where schedule_send.account_id = :account and schedule_send.schedule_id = schedule.id
           and schedule_send.status <> 'planned'
         order by schedule_send.scheduled_for desc, schedule_send.id desc
         limit 1
      ) as last_send
      where schedule.account_id = :account and schedule.status <> 'ended' and last_send.status = 'failed'
   )
   order by schedule_id
   limit :limit`

export const FAILING_SCHEDULES = `
  select ${SCHEDULE_COLUMNS} from schedule where account_id = :account and id = any (:ids::text[])`

export const DATABASE = `
  select pg_database_size(current_database())::double precision as bytes, current_setting('server_version') as version`

/** One look-up in an index for each account and kind. */
export const OLDEST = (among: Among) => `
  select min(oldest_message.at) as message, min(oldest_event.at) as event
    from account
    left join lateral (
      select created_at as at
        from message
       where ${among('message.account_id')} and message.account_id = account.id
       order by created_at, id
       limit 1
    ) as oldest_message on true
    left join lateral (
      select at
        from event
       where ${among('event.account_id')} and event.account_id = account.id
       order by at, id
       limit 1
    ) as oldest_event on true
   where ${among('account.id')}`

export const MIGRATIONS = 'select id, applied_at as "appliedAt" from carillon_migration order by applied_at, id'
