import {
  balanceAfter,
  isoOf,
  jobIdOf,
  NO_CREDITS,
  type Event,
  type Settlement,
  type SettleOptions,
} from '@carillon/core'
import { namingAccounts, type OwnAccount } from '../placements/naming-accounts.js'
import { ENTRY_COLUMNS, toEntryRow } from '../credits/credit-row.js'
import { outboxKeyOf } from '../events/event-outbox.js'
import { onceEach } from '../sql/once-each.js'
import { recordset } from '../sql/recordset.js'
import type { Statement } from '../sql/sql.js'
import { COUNTED_COLUMNS, INSERT_COUNTED, stepOf, toCountedRow } from '../statistics/statistics-store.js'
import { accountsOf, MOVED, type LockedRows } from './accept-statement.js'
import { JOB_COLUMNS, toJobRow } from './job-columns.js'
import { toRow } from './message-row.js'

export type SettleStatementOptions = SettleOptions & { readonly locked: LockedRows }

export type SettledRow = { readonly n: number; readonly receipt_kept: boolean }

/**
 * Settles the attempts that are still the current ones of their messages, and returns a row for each. The settlements
 * must be sorted by account and message: first the messages are locked in this order, then the credits by account.
 * `(select count(*) from …) >= 0` is always true, and makes Postgres lock those rows first.
 */
export function settleStatement(
  settlements: readonly Settlement[],
  { locked, leavesReceipts }: SettleStatementOptions,
): Statement {
  const rows = <T, R extends object>(of: (settlement: Settlement) => readonly T[], toRow: (one: T) => R) =>
    settlements.flatMap((settlement, n) => of(settlement).map((one) => ({ n, ...toRow(one) })))
  const hasKeys = settlements.some(({ key }) => key !== null)
  const hasRest = settlements.some(({ job, optOut }) => job !== null || optOut !== null)
  return {
    sql: statementOf({ locked, leavesReceipts, hasKeys, hasRest }),
    bindings: {
      accounts: accountsOf(settlements),
      ...OUTCOMES.of(settlements.map(toOutcomeRow)),
      ...ENTRIES.of(rows(({ entries }) => entries, toEntryRow)),
      ...EVENTS.of(rows(({ events }) => events, toEventRow)),
      ...COUNTED.of(rows(({ counted }) => counted, toCountedRow)),
    },
  }
}

const OUTCOME_COLUMNS = {
  n: 'integer',
  account_id: 'text',
  id: 'text',
  attempt: 'integer',
  status: 'text',
  failure_type: 'text',
  failure_message: 'text',
  carrier_code: 'text',
  sent_at: 'timestamptz',
  delivered_at: 'timestamptz',
  phase: 'text',
  provider_id: 'text',
  tries: 'json',
  ...JOB_COLUMNS,
  moves: 'boolean',
  moved_sms: 'bigint',
  moved_mms: 'bigint',
  moved_reserved_sms: 'bigint',
  moved_reserved_mms: 'bigint',
  key_freed: 'text',
  key_saved: 'text',
  answer: 'json',
  expires_at: 'timestamptz',
  opt_out_phone: 'text',
  opt_out_sender: 'text',
  opt_out_at: 'timestamptz',
} as const

function toOutcomeRow({ message, entries, job, key, optOut }: Settlement, n: number) {
  const { sms, mms, reserved } = balanceAfter(NO_CREDITS, entries)
  const isFreed = key === 'freed'
  return {
    n,
    account_id: message.account,
    ...toRow(message),
    ...(job === null ? { ...NO_JOB, job_id: jobIdOf(message.id) } : toJobRow(job)),
    moves: entries.length > 0,
    moved_sms: sms,
    moved_mms: mms,
    moved_reserved_sms: reserved.sms,
    moved_reserved_mms: reserved.mms,
    key_freed: isFreed ? message.idempotencyKey : null,
    key_saved: isFreed || key === null ? null : key.key,
    answer: isFreed || key?.answer == null ? null : JSON.stringify(key.answer),
    expires_at: isFreed || key?.expiresAt == null ? null : isoOf(key.expiresAt),
    opt_out_phone: optOut && optOut.phone,
    opt_out_sender: optOut && optOut.sender,
    opt_out_at: optOut && isoOf(optOut.at),
  }
}

const NO_JOB = { lane: null, kind: null, payload: null, run_at: null } as const

function toEventRow({ id, at, type, data }: Event) {
  return { key: outboxKeyOf({ id, at }), id, at: isoOf(at), type, data: JSON.stringify(data) }
}

const OUTCOMES = recordset<Pick<ReturnType<typeof toOutcomeRow>, keyof typeof OUTCOME_COLUMNS>>(
  'outcome',
  OUTCOME_COLUMNS,
)
const ENTRIES = recordset<Numbered<ReturnType<typeof toEntryRow>>>('entry', { n: 'integer', ...ENTRY_COLUMNS })
const EVENTS = recordset<Numbered<ReturnType<typeof toEventRow>>>('told', {
  n: 'integer',
  key: 'text',
  id: 'text',
  at: 'timestamptz',
  type: 'text',
  data: 'json',
})
const COUNTED = recordset<Numbered<ReturnType<typeof toCountedRow>>>('counted', { n: 'integer', ...COUNTED_COLUMNS })

type Numbered<Row> = Row & { readonly n: number }

type Variant = SettleStatementOptions & { readonly hasKeys: boolean; readonly hasRest: boolean }

const statementOf = onceEach(({ locked, leavesReceipts, hasKeys, hasRest }: Variant) =>
  namingAccounts(
    (own) => `
  with outcome as materialized (select outcome.* from ${OUTCOMES.sql}),
  owned as materialized (
    select outcome.n, found.receipt_kept
      from outcome
     cross join lateral (
             select receipt_kept
               from message
              where ${own('message')}message.account_id = outcome.account_id and message.id = outcome.id
                and message.attempt = outcome.attempt and message.phase = 'submitting'
                ${leavesReceipts ? 'and not message.receipt_kept' : ''}
                for no key update${locked === 'skips' ? ' skip locked' : ''}
           ) as found
  ),${hasRest ? OPTING_OUT : ''}
  locked_balance as materialized (
    select payer.account_id, found.*
      from (
             select distinct outcome.account_id collate "C" as account_id
               from outcome join owned on owned.n = outcome.n
              where outcome.moves${hasRest ? ' and (select count(*) from opted_out) >= 0' : ''}
              order by 1
           ) as payer
     cross join lateral (
             select sms_available, mms_available, sms_reserved, mms_reserved
               from credit_balance
              where ${own('credit_balance')}credit_balance.account_id = payer.account_id
                for no key update${locked === 'skips' ? ' skip locked' : ''}
           ) as found
  ),
  settling as materialized (
    select outcome.*, owned.receipt_kept
      from outcome join owned on owned.n = outcome.n
     where not outcome.moves or outcome.account_id in (select account_id from locked_balance)
  ),
  settled as (
    update message
       set status = settling.status, failure_type = settling.failure_type,
           failure_message = settling.failure_message, carrier_code = settling.carrier_code,
           sent_at = settling.sent_at, delivered_at = settling.delivered_at, phase = settling.phase,
           provider_id = settling.provider_id, tries = settling.tries
      from settling
     where ${own('message')}message.account_id = settling.account_id and message.id = settling.id
  ),
  removed as (
    delete from job
     using settling
     where ${own('job')}job.account_id = settling.account_id and job.id = settling.job_id and settling.lane is null
  ),
  posted as (
    insert into ledger_entry (account_id, ${Object.keys(ENTRY_COLUMNS).join(', ')})
    select settling.account_id, ${Object.keys(ENTRY_COLUMNS)
      .map((column) => `entry.${column}`)
      .join(', ')}
      from ${ENTRIES.sql} join settling on settling.n = entry.n
     order by entry.n
  ),
  charged as (
    update credit_balance
       set ${MOVED}
      from locked_balance join (
             select account_id, sum(moved_sms) as sms, sum(moved_mms) as mms,
                    sum(moved_reserved_sms) as reserved_sms, sum(moved_reserved_mms) as reserved_mms
               from settling
              where moves
              group by account_id
           ) as moved on moved.account_id = locked_balance.account_id
     where ${own('credit_balance')}credit_balance.account_id = locked_balance.account_id
  ),${hasRest ? PUTTING_JOBS : ''}${hasKeys ? changingKeys(own) : ''}
  noted as (
    insert into outbox (account_id, key, length, ids, instants, types, data)
    select settling.account_id, told.key, 1, json_build_array(told.id)::text, json_build_array(told.at)::text,
           json_build_array(told.type)::text, json_build_array(told.data)::text
      from ${EVENTS.sql} join settling on settling.n = told.n
     where exists (
             select from webhook_endpoint
              where ${own('webhook_endpoint')}webhook_endpoint.account_id = settling.account_id and told.type = any (webhook_endpoint.events)
           )
  ),
  counted_up as (
    ${INSERT_COUNTED}
    select settling.account_id, (array_agg(counted.id))[1], counted.statistic, counted.detail, min(counted.at),
           sum(counted.count)
      from ${COUNTED.sql} join settling on settling.n = counted.n
     group by settling.account_id, counted.statistic, counted.detail, ${stepOf('counted.at')}
  )
  select n, receipt_kept from settling`,
  ),
)

const OPTING_OUT = `
  opted_out as (
    insert into provider_opt_out (account_id, phone, sender, at)
    select outcome.account_id, opt_out_phone, opt_out_sender, max(opt_out_at)
      from outcome join owned on owned.n = outcome.n
     where opt_out_at is not null
     group by 1, 2, 3
     order by 1, 2, 3
        on conflict (account_id, phone, sender) do update
       set at = excluded.at
     where provider_opt_out.at < excluded.at
    returning phone
  ),`

const PUTTING_JOBS = `
  put as (
    insert into job (account_id, id, lane, kind, payload, run_at)
    select settling.account_id, job_id, lane, kind, payload, run_at from settling where lane is not null order by n
        on conflict (account_id, id) do update
       set lane = excluded.lane, kind = excluded.kind, payload = excluded.payload, run_at = excluded.run_at,
           attempt = excluded.attempt, fence = excluded.fence
  ),`

const changingKeys = (own: OwnAccount) => `
  freed as (
    delete from idempotency_key
     using settling
     where ${own('idempotency_key')}idempotency_key.account_id = settling.account_id and scope = 'message'
       and idempotency_key.key = settling.key_freed and idempotency_key.target = settling.id
  ),
  saved as (
    update idempotency_key
       set answer = coalesce(idempotency_key.answer, settling.answer), expires_at = settling.expires_at
      from settling
     where ${own('idempotency_key')}idempotency_key.account_id = settling.account_id and scope = 'message'
       and idempotency_key.key = settling.key_saved and idempotency_key.target = settling.id
  ),`
