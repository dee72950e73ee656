import { NOW } from '@carillon/contracts'
import type { Knex } from 'knex'

/** The number of contacts in the small group and on the small list; all others are in the large ones. */
export const FEW = 1_000

/** Gives an account this many rows in each table that grows with its use. */
export async function fillAccount(knex: Knex, account: string, rows: number): Promise<void> {
  for (const sql of [CONTACTS, TEXTS, KEYS, JOBS, EVENTS, MESSAGES, SCHEDULES]) {
    await knex.raw(sql, { account, from: 1, rows, at: NOW })
  }
}

export async function addContacts(knex: Knex, account: string, { from, rows }: { from: number; rows: number }) {
  await knex.raw(CONTACTS, { account, from, rows, at: NOW })
}

const CONTACTS = `
  with made as (
    select 'con_' || :account || lpad(i::text, 18, '0') as id, '+1303' || 5000000 + i as phone, i
      from generate_series(:from::integer, :rows::integer) as i
  ),
  stored as (
    insert into contact (account_id, id, phone, is_favorite, custom_values, name_folded, created_at)
    select :account, id, phone, false, '{"contact_custom_field_1": "x"}', '', :at from made
  ),
  joined as (
    insert into membership (account_id, contact_id, group_id, state, since)
    select :account, id, case when i <= ${FEW} then 'grp_few' else 'grp_many' end, 'active', :at::timestamptz from made
  ),
  listed as (
    insert into contact_list_member (account_id, list_id, contact_id)
    select :account, case when i <= ${FEW} then 'lst_few' else 'lst_many' end, id from made
  )
  insert into consent (account_id, phone, active_groups) select :account, phone, 1 from made`

const TEXTS = `
  with made as (select :account || lpad(i::text, 8, '0') as id from generate_series(:from::integer, :rows::integer) as i),
  logged as (
    insert into consent_log (account_id, subject, id, at, by, action, reason)
    select :account, 'subject', id, :at::timestamptz, 'API', 'OPT_IN', 'DIRECT' from made
  )
  insert into consent_log_text (account_id, log_id, text) select :account, id, 'Yes' from made`

const KEYS = `
  with made as (
    select '+1303' || 5000000 + i as phone from generate_series(:from::integer, :rows::integer) as i
  ),
  known as (
    insert into carrier_look_up (account_id, phone, name, line_type, looked_up_at)
    select :account, phone, 'Any', 'mobile', :at::timestamptz from made
  )
  insert into recipient_key (account_id, phone, key, broadcast_id, expires_at)
  select :account, phone, 'key', 'brc_1', :at from made`

const JOBS = `
  insert into job (account_id, id, lane, kind, payload, run_at)
  select :account, 'job_' || i, 'quick', 'finish-message', '{}', :at::timestamptz
    from generate_series(:from::integer, :rows::integer) as i`

const EVENTS = `
  with made as (
    select 'evt_' || lpad(i::text, 8, '0') as id, i from generate_series(:from::integer, :rows::integer) as i
  ),
  told as (
    insert into event (account_id, id, at, type, data) select :account, id, :at::timestamptz, 'message.sent', '{}' from made
  ),
  tried as (
    insert into webhook_attempt (account_id, endpoint_id, event_id, number, at, took_ms, answer)
    select :account, endpoint, id, 1, :at::timestamptz, 1, '{}' from made, unnest('{whk_1,whk_gone}'::text[]) as endpoint
  )
  insert into webhook_delivery (
    account_id, endpoint_id, event_id, event_at, type, status, tries, attempts, next_at, created_at
  )
  select :account, endpoint, id, :at::timestamptz, 'message.sent', 'pending', 1, 1, :at::timestamptz, :at::timestamptz
    from made, unnest('{whk_1,whk_gone}'::text[]) as endpoint`

const MESSAGES = `
  with sent as (
    insert into message (
      account_id, id, direction, purpose, to_number, from_number, body, status, sent_at, created_at, cost_sms, cost_mms,
      attempt, idempotency_key
    )
    select :account, 'msg_' || lpad(i::text, 8, '0'), 'outbound', 'message', '+13035550001', '1', '', 'sent',
           :at::timestamptz, :at::timestamptz, 1, 0, 1, 'key_' || i
      from generate_series(:from::integer, :rows::integer) as i
    returning account_id, id, created_at, idempotency_key
  ),
  keyed as (
    insert into idempotency_key (account_id, scope, key, target, expires_at)
    select account_id, 'message', idempotency_key, id, created_at from sent
  ),
  early as (
    insert into receipt (account_id, message_id, at) select account_id, id, created_at from sent
  ),
  counted as (
    insert into click_count (account_id, link, code, message_id, people, first_at, last_at)
    select account_id, 'go.example.com/sale', id, id, 1, created_at, created_at from sent
  ),
  remembered as (
    insert into click_network (account_id, link, code, network, counted_at)
    select account_id, 'go.example.com/sale', id, 7, array[created_at] from sent
  )
  insert into click (account_id, link, code, position, at, visitor)
  select account_id, 'go.example.com/sale', id, 1, created_at, 'person' from sent`

const SCHEDULES = `
  with ended as (
    insert into broadcast (
      account_id, id, from_number, status, total, released, sent, failed, canceled, delivered, created_at, completed_at
    )
    select :account, 'brc_' || i, '1', 'completed', 1, 1, 1, 0, 0, 0, :at::timestamptz, :at::timestamptz
      from generate_series(:from::integer, :rows::integer) as i
    returning account_id, id
  ),
  chunked as (
    insert into broadcast_chunk (
      account_id, broadcast_id, number, first_position, length, phones, cursor, waiting, misses, slices
    )
    select account_id, id, 0, 0, 1, '1', 1, '[]', 0, 1 from ended
  )
  insert into schedule (
    account_id, id, status, timing, from_number, body, audience, timetable, revision, started, has_sent, created_at,
    updated_at
  )
  select :account, 'sch_' || i, 'ended', 'recurring', '1', '', '{}', '{}', 0, 0, true, :at::timestamptz, :at::timestamptz
    from generate_series(:from::integer, :rows::integer) as i`
