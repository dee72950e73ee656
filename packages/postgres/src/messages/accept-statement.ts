import type { Acceptance } from '@carillon/core'
import { ledgerPart, MOVED } from '../credits/ledger-part.js'
import { messageLinkPart } from '../links/message-link-part.js'
import type { Statement } from '../sql/sql.js'
import { MESSAGE_COLUMNS, toRow } from './message-row.js'
import { toJobRow } from './settle-statement.js'

export type AcceptRow = { readonly is_stored: boolean; readonly was_there: boolean; readonly is_charged: boolean }

/** Does nothing if the message already exists, or if its key is already bound. */
export function acceptStatement(acceptance: Acceptance): Statement {
  const { key, now } = acceptance
  const { sql: added, bindings } = acceptedPart(acceptance, 'stored')
  const sql = `
  with fresh as (
    select where not exists (select from message where message.account_id = :account and message.id = :id)
  ),
  ${key === null ? LOCK_NOTHING : LOCK_KEY}
  stored as (
    insert into message (account_id, ${Object.keys(MESSAGE_COLUMNS).join(', ')})
    select :account, ${MESSAGE_VALUES} from held
        on conflict (account_id, id) do nothing
    returning id
  ),
  queued as (
    insert into job (account_id, id, lane, kind, payload, run_at)
    select :account, :job_id, :lane, :kind, :payload::json, :run_at::timestamptz from stored
    returning id
  ),${added}
  charged as (
    update credit_balance
       set ${MOVED},${COUNTED_ONE}
      from queued
     where account_id = :account
    returning account_id
  )
  select exists (select from stored) as is_stored,
         not exists (select from fresh) as was_there,
         exists (select from charged) as is_charged`
  return { sql, bindings: key === null ? bindings : { ...bindings, scope: key.scope, key: key.key, now } }
}

/**
 * Adds everything that is stored with a message except its job, and binds the values that both ways of accepting use.
 */
export function acceptedPart(acceptance: Acceptance, where: 'stored' | 'charged'): Statement {
  const { message, job, entries, messageLinks, day } = acceptance
  const ledger = ledgerPart(entries, where)
  const annotated = messageLinkPart(messageLinks, where)
  const rows = { ...toRow(message), ...toJobRow(job), ...ledger.bindings, ...annotated.bindings }
  return { sql: `${ledger.sql}${annotated.sql}`, bindings: { account: message.account, ...rows, day } }
}

/** Days only go forward: a process whose clock is behind does not restart the count. */
export const COUNTED_ONE = `
           accepted = case when accepted_on > :day::date then accepted
                           when accepted_on = :day::date then accepted + 1
                           else 1 end,
           accepted_on = greatest(accepted_on, :day::date)`

const LOCK_NOTHING = `
  held as (select from fresh),`

/** Does not lock a bound key or wait for it. Waits for a key that another transaction is binding. */
const LOCK_KEY = `
  renewed as (
    update idempotency_key
       set target = :id, answer = null, expires_at = null
      from fresh
     where account_id = :account and scope = :scope and key = :key and expires_at <= :now
    returning key
  ),
  bound as (
    insert into idempotency_key (account_id, scope, key, target)
    select :account, :scope, :key, :id from fresh where not exists (select from renewed)
        on conflict (account_id, scope, key) do nothing
    returning key
  ),
  held as (select key from renewed union all select key from bound),`

export const MESSAGE_VALUES = Object.entries(MESSAGE_COLUMNS)
  .map(([column, type]) => `:${column}::${type}`)
  .join(', ')
