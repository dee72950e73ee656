import type { Acceptance, SendLimits } from '@carillon/core'
import { MOVED } from '../credits/ledger-part.js'
import type { Statement } from '../sql/sql.js'
import { acceptedPart, COUNTED_ONE, MESSAGE_VALUES } from './accept-statement.js'
import { MESSAGE_COLUMNS } from './message-row.js'

/**
 * Returns a row if the message was accepted. Each part depends on the one before it: first the consent is locked; then
 * the credits are reserved, which is where concurrent sends wait; then the rest is added if the credits suffice. If
 * another transaction adds the same id or key in the meantime, the whole statement fails.
 */
export function acceptAtOnceStatement(acceptance: Acceptance, { dailyQuota }: SendLimits): Statement {
  const { key } = acceptance
  const { sql: added, bindings } = acceptedPart(acceptance, 'charged')
  const sql = `
  with consented as (
    select from consent
     where account_id = :account and phone = :to_number and opted_out_at is null and active_groups > 0
       and exists (
             select from sender
              where sender.number = :from_number and sender.account_id = :account
                and sender.status = 'active' and (sender.mms or :media_url::text is null)
                and sender.messages_per_second is null
           )${key === null ? '' : KEY_IS_FREE}
       for no key update
  ),
  charged as (
    update credit_balance
       set ${MOVED},${COUNTED_ONE}
      from consented
     where account_id = :account and sms_available >= :cost_sms and mms_available >= :cost_mms
       and case when accepted_on = :day::date then accepted else 0 end < :quota::bigint
    returning account_id
  ),
  ${key === null ? '' : BIND_KEY}
  queued as (
    insert into job (account_id, id, lane, kind, payload, run_at)
    select :account, :job_id, :lane, :kind, :payload::json, :run_at::timestamptz from charged
  ),${added}
  stored as (
    insert into message (account_id, ${Object.keys(MESSAGE_COLUMNS).join(', ')})
    select :account, ${MESSAGE_VALUES} from charged
  )
  select account_id from charged`
  const quota = dailyQuota ?? Number.MAX_SAFE_INTEGER
  return { sql, bindings: { ...bindings, quota, ...(key !== null && { scope: key.scope, key: key.key }) } }
}

const KEY_IS_FREE = `
       and not exists (
             select from idempotency_key as held
              where held.account_id = :account and held.scope = :scope and held.key = :key
           )`

const BIND_KEY = `
  bound as (
    insert into idempotency_key (account_id, scope, key, target)
    select :account, :scope, :key, :id from charged
  ),`
