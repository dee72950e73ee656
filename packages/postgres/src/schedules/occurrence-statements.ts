import { ACCOUNT_COLUMNS } from '../accounts/account-row.js'
import type { toRow as toBroadcastRow } from '../broadcasts/broadcast-row.js'
import { namingAccounts } from '../placements/naming-accounts.js'
import { ENTRY_COLUMNS, type toEntryRow } from '../credits/credit-row.js'
import { recordset } from '../sql/recordset.js'
import { SCHEDULE_COLUMNS, SEND_COLUMNS, type toRow } from './schedule-row.js'

/** Locks in the order of the keys, so that two transactions cannot deadlock. */
export const LOCK_SCHEDULES = namingAccounts(
  (own) => `
  select ${columnsOf('schedule', SCHEDULE_COLUMNS.split(','))}
    from unnest(:accounts::text[], :ids::text[]) as asked (account_id, id)
    join schedule
      on ${own('schedule')}schedule.account_id = asked.account_id and schedule.id = asked.id
   order by schedule.account_id, schedule.id
     for update of schedule`,
)

export const LOCK_JOBS = namingAccounts(
  (own) => `
  select job.account_id, job.id
    from unnest(:accounts::text[], :ids::text[], :fences::text[]) as claimed (account_id, id, fence)
    join job
      on ${own('job')}job.account_id = claimed.account_id and job.id = claimed.id
   where job.fence = claimed.fence
   order by job.account_id, job.id
     for update of job`,
)

export const FINISH = namingAccounts(
  (own) => `
  delete from job
   using unnest(:accounts::text[], :ids::text[]) as finished (account_id, id)
   where ${own('job')}job.account_id = finished.account_id and job.id = finished.id`,
)

export const ACCOUNTS = `select ${ACCOUNT_COLUMNS} from account where id = any (:accounts::text[])`

export const SENDERS = `
  select sender.number, sender.account_id as account, sender.status, sender.mms,
         sender.messages_per_second as "messagesPerSecond", sender.carrier, sender.created_at as "createdAt"
    from unnest(:accounts::text[], :numbers::text[]) as asked (account_id, number)
    join sender on sender.number = asked.number and sender.account_id = asked.account_id`

const SEND_COLUMN_LIST = columnsOf('schedule_send', Object.keys(SEND_COLUMNS))

/** Each half uses an index, however many sends the schedule has had. */
export const SENDS_AROUND = namingAccounts(
  (own) => `
  select send.*
    from unnest(:accounts::text[], :ids::text[], :instants::text[]) as asked (account_id, id, instant)
   cross join lateral (
     select ${SEND_COLUMN_LIST}
       from schedule_send
      where ${own('schedule_send')}schedule_send.account_id = asked.account_id
        and schedule_send.schedule_id = asked.id
        and occurrence between asked.instant::timestamptz - interval '48 hours'
                           and asked.instant::timestamptz + interval '48 hours'
        and status <> 'planned'
      union all
     select ${SEND_COLUMN_LIST}
       from schedule_send
      where ${own('schedule_send')}schedule_send.account_id = asked.account_id
        and schedule_send.schedule_id = asked.id
        and status = 'planned'
   ) as send
   order by send.id`,
)

export const OPEN_CREDITS = `
  insert into credit_balance (account_id)
  select account_id from unnest(:accounts::text[]) as missing (account_id) order by account_id collate "C"
      on conflict (account_id) do nothing`

export const LOCK_CREDITS = namingAccounts(
  (own) => `
  select credit_balance.account_id, sms_available, mms_available, sms_reserved, mms_reserved,
         case when accepted_on >= :day::date then accepted else 0 end as accepted
    from unnest(:accounts::text[]) as asked (account_id)
    join credit_balance
      on ${own('credit_balance')}credit_balance.account_id = asked.account_id
   order by credit_balance.account_id
     for update of credit_balance`,
)

export const ENTRIES = recordset<ReturnType<typeof toEntryRow> & { readonly account_id: string }>('entry', {
  ...ENTRY_COLUMNS,
  account_id: 'text',
})
export const COUNTED = recordset<{ readonly account_id: string; readonly recipients: number }>('counted', {
  account_id: 'text',
  recipients: 'integer',
})

/** Days only go forward. */
export const RESERVE = namingAccounts(
  (own) => `
  with posted as (
    insert into ledger_entry (account_id, id, at, unit, from_place, to_place, amount, reference)
    select entry.account_id, entry.id, entry.at, entry.unit, entry.from_place, entry.to_place, entry.amount,
           entry.reference
      from ${ENTRIES.sql}
        on conflict (account_id, id) do nothing
    returning account_id, unit, amount
  ),
  moved as (
    select account_id, coalesce(sum(amount) filter (where unit = 'sms'), 0) as sms,
           coalesce(sum(amount) filter (where unit = 'mms'), 0) as mms
      from posted
     group by account_id
  )
  update credit_balance
     set sms_available = sms_available - coalesce(moved.sms, 0), sms_reserved = sms_reserved + coalesce(moved.sms, 0),
         mms_available = mms_available - coalesce(moved.mms, 0), mms_reserved = mms_reserved + coalesce(moved.mms, 0),
         accepted = case when accepted_on >= :day::date then accepted else 0 end + counted.recipients,
         accepted_on = greatest(accepted_on, :day::date)
    from ${COUNTED.sql}
    left join moved on moved.account_id = counted.account_id
   where ${own('credit_balance')}credit_balance.account_id = counted.account_id`,
)

export const BROADCASTS = recordset<ReturnType<typeof toBroadcastRow>>('added', {
  id: 'text',
  account_id: 'text',
  from_number: 'text',
  body: 'text',
  media_url: 'text',
  template: 'json',
  status: 'text',
  total: 'integer',
  released: 'integer',
  timezone: 'text',
  smart_encoding: 'boolean',
  sending_hours: 'json',
  schedule_id: 'text',
  send_id: 'text',
  sent: 'integer',
  failed: 'integer',
  canceled: 'integer',
  delivered: 'integer',
  held: 'integer',
  created_at: 'timestamptz',
  started_at: 'timestamptz',
  held_until: 'timestamptz',
  paused_at: 'timestamptz',
  expires_at: 'timestamptz',
  watch: 'json',
  pool: 'json',
  completed_at: 'timestamptz',
  retried_as: 'text',
})

export const ADD_BROADCASTS = `
  insert into broadcast (
    account_id, id, from_number, body, media_url, template, status, total, released, timezone, smart_encoding,
    sending_hours, schedule_id, send_id, sent, failed, canceled, delivered, held, created_at, started_at, held_until,
    paused_at, expires_at, watch, pool, completed_at, retried_as
  )
  select added.account_id, added.id, added.from_number, added.body, added.media_url, added.template, added.status, added.total,
         added.released, added.timezone, added.smart_encoding, added.sending_hours, added.schedule_id, added.send_id, added.sent,
         added.failed, added.canceled, added.delivered, added.held, added.created_at, added.started_at, added.held_until,
         added.paused_at, added.expires_at, added.watch, added.pool, added.completed_at, added.retried_as
    from ${BROADCASTS.sql}`

export const SCHEDULES = recordset<Pick<ReturnType<typeof toRow>, SavedColumn>>('saved', {
  id: 'text',
  account_id: 'text',
  status: 'text',
  next_wall: 'text',
  next_at: 'timestamptz',
  next_begins_at: 'timestamptz',
  next_is_open: 'boolean',
  started: 'integer',
  skipped: 'json',
  has_sent: 'boolean',
  updated_at: 'timestamptz',
})

type SavedColumn =
  | 'id'
  | 'account_id'
  | 'status'
  | `next_${'wall' | 'at' | 'begins_at' | 'is_open'}`
  | 'started'
  | 'skipped'
  | 'has_sent'
  | 'updated_at'

export const SAVE_SCHEDULES = namingAccounts(
  (own) => `
  update schedule
     set status = saved.status, next_wall = saved.next_wall, next_at = saved.next_at,
         next_begins_at = saved.next_begins_at, next_is_open = saved.next_is_open, started = saved.started,
         skipped = saved.skipped, has_sent = saved.has_sent, updated_at = saved.updated_at
    from ${SCHEDULES.sql}
   where ${own('schedule')}schedule.account_id = saved.account_id and schedule.id = saved.id`,
)

function columnsOf(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column.trim()}`).join(', ')
}
