import { isoOf, jobIdOf, type Event, type Job, type Settlement } from '@carillon/core'
import { ledgerPart, MOVED } from '../credits/ledger-part.js'
import { outboxKeyOf } from '../events/event-outbox.js'
import { inlineValues } from '../sql/inline-values.js'
import type { Bindings, Statement } from '../sql/sql.js'
import { countedValues, INSERT } from '../statistics/statistics-store.js'
import { toRow } from './message-row.js'

export type SettleRow = { readonly receipt_kept: boolean; readonly is_charged: boolean }

/**
 * Changes nothing unless the attempt is still the current one of the message. Postgres does not guarantee the order of
 * the parts, so each lock depends on the row count of the previous part. Any count will do, but it is only known once
 * that part is finished.
 */
export function settleStatement(settlement: Settlement, { atOnce = false } = {}): Statement {
  const { entries, job, key, events, optOut, counted } = settlement
  const ledger = ledgerPart(entries, 'settled')
  const eventValues = inlineValues('told', EVENT_COLUMNS, events.map(toEventRow))
  const values = counted.length === 0 ? null : countedValues(counted)
  const sql = `
  with settled as (${SETTLE}${atOnce ? ' and not receipt_kept' : ''} returning id, receipt_kept),
  opted_out as (${optOut === null ? NOTHING : OPT_OUT}),
  worked as (${job === null ? REMOVE_JOB : PUT_JOB}),${ledger.sql}
  charged as (${entries.length === 0 ? NOTHING : CHARGE}),
  keyed as (${key === null ? NOTHING : key === 'freed' ? FREE_KEY : SAVE_KEY}),
  noted as (${events.length === 0 ? NOTHING : note(eventValues.sql)}),
  counted_up as (${values === null ? NOTHING : `${INSERT} from settled, ${values.sql}`})
  select settled.receipt_kept, exists (select from charged) as is_charged from settled`
  return {
    sql,
    bindings: { ...bindingsOf(settlement), ...ledger.bindings, ...eventValues.bindings, ...values?.bindings },
  }
}

const NOTHING = 'select from settled'

const SETTLE = `
    update message
       set status = :status, failure_type = :failure_type, failure_message = :failure_message,
           sent_at = :sent_at, delivered_at = :delivered_at, phase = :phase, provider_id = :provider_id,
           carrier_code = :carrier_code, tries = :tries::json
     where account_id = :account and id = :id and attempt = :attempt and phase = 'submitting'`

const OPT_OUT = `
    insert into provider_opt_out (account_id, phone, sender, at)
    select :account, :phone, :sender, :opted_out_at::timestamptz from settled
        on conflict (account_id, phone, sender) do update
       set at = excluded.at
     where provider_opt_out.at < excluded.at
    returning phone`

const REMOVE_JOB = `
    delete from job
     using settled
     where job.account_id = :account and job.id = :job_id and (select count(*) from opted_out) >= 0
    returning job.id`

const PUT_JOB = `
    insert into job (account_id, id, lane, kind, payload, run_at)
    select :account, :job_id, :lane, :kind, :payload::json, :run_at::timestamptz
      from settled
     where (select count(*) from opted_out) >= 0
        on conflict (account_id, id) do update
       set lane = excluded.lane, kind = excluded.kind, payload = excluded.payload, run_at = excluded.run_at,
           attempt = excluded.attempt, fence = excluded.fence
    returning id`

const CHARGE = `
    update credit_balance
       set ${MOVED}
      from settled
     where account_id = :account and (select count(*) from worked) >= 0
    returning account_id`

/** Locks the key after the credits, in the same order as when the key was bound. */
const FREE_KEY = `
    delete from idempotency_key
     using settled
     where account_id = :account and scope = 'message' and key = :key and target = settled.id
       and (select count(*) from charged) >= 0
    returning key`

const SAVE_KEY = `
    update idempotency_key
       set answer = coalesce(answer, :answer::json), expires_at = :expires_at
      from settled
     where account_id = :account and scope = 'message' and key = :key and target = settled.id
       and (select count(*) from charged) >= 0
    returning key`

const EVENT_COLUMNS = { key: 'text', id: 'text', at: 'timestamptz', type: 'text', data: 'json' } as const

/** Only adds events that a webhook endpoint subscribes to. */
const note = (events: string) => `
    insert into outbox (account_id, key, length, ids, instants, types, data)
    select :account, told.key, 1, json_build_array(told.id)::text, json_build_array(told.at)::text,
           json_build_array(told.type)::text, json_build_array(told.data)::text
      from settled, ${events}
     where exists (
             select from webhook_endpoint
              where webhook_endpoint.account_id = :account and told.type = any (webhook_endpoint.events)
           )`

function bindingsOf({ message, job, key, optOut }: Settlement): Bindings {
  return {
    account: message.account,
    ...toRow(message),
    ...(job === null ? { job_id: jobIdOf(message.id) } : toJobRow(job)),
    ...(key !== null && { key: message.idempotencyKey }),
    ...(key !== null &&
      key !== 'freed' && { answer: key.answer && JSON.stringify(key.answer), expires_at: key.expiresAt }),
    ...(optOut !== null && { phone: optOut.phone, sender: optOut.sender, opted_out_at: optOut.at }),
  }
}

/** The bindings of the job in the statements of a send. */
export function toJobRow({ id, lane, kind, payload, runAt }: Job) {
  return { job_id: id, lane, kind, payload: JSON.stringify(payload), run_at: runAt }
}

function toEventRow({ id, at, type, data }: Event) {
  return { key: outboxKeyOf({ id, at }), id, at: isoOf(at), type, data: JSON.stringify(data) }
}
