import { balanceAfter, isoOf, NO_CREDITS, type Acceptance, type AccountId } from '@carillon/core'
import { namingAccounts, type OwnAccount } from '../placements/naming-accounts.js'
import { ENTRY_COLUMNS, toEntryRow } from '../credits/credit-row.js'
import { onceEach } from '../sql/once-each.js'
import { recordset } from '../sql/recordset.js'
import type { Statement } from '../sql/sql.js'
import { JOB_COLUMNS, toJobRow } from './job-columns.js'
import { MESSAGE_COLUMNS, toRow } from './message-row.js'

/** How a statement treats rows that other transactions have locked. */
export type LockedRows = 'waits' | 'skips'

export type AcceptStatementOptions = { readonly locked: LockedRows }

/**
 * Accepts many sends of many accounts, which must be sorted by account and recipient, the order in which consents are
 * locked. Then the credits are locked, so all transactions lock in the same order: `(select count(*) from …) >= 0` is
 * always true, and makes Postgres lock those rows first. Each send is judged by the rule of
 * `obstacleTo`, with the rows as they are once they are locked. Sends of one account are accepted in their order, as
 * long as its credits and its quota suffice.
 *
 * Returns a row for each send that was not accepted, with its facts. If locked rows are skipped, a send may be refused
 * just because a row is locked, so its facts mean nothing.
 */
export function acceptStatement(acceptances: readonly Acceptance[], { locked }: AcceptStatementOptions): Statement {
  const links = acceptances.flatMap(({ messageLinks }, n) => messageLinks.map(({ link, code }) => ({ n, link, code })))
  const entries = acceptances.flatMap(({ entries: ofOne }, n) => ofOne.map((entry) => ({ n, ...toEntryRow(entry) })))
  const hasKeys = acceptances.some(({ key }) => key !== null)
  return {
    sql: statementOf({ skips: locked === 'skips', hasKeys, hasLinks: links.length > 0 }),
    bindings: {
      accounts: accountsOf(acceptances),
      ...OFFERED.of(acceptances.map(toOfferedRow)),
      ...ENTRIES.of(entries),
      ...(links.length > 0 && LINKS.of(links)),
    },
  }
}

const OFFERED_COLUMNS = {
  n: 'integer',
  account_id: 'text',
  ...MESSAGE_COLUMNS,
  ...JOB_COLUMNS,
  moved_sms: 'bigint',
  moved_mms: 'bigint',
  moved_reserved_sms: 'bigint',
  moved_reserved_mms: 'bigint',
  quota: 'bigint',
  day: 'date',
  now: 'timestamptz',
} as const

const OFFERED = recordset<ReturnType<typeof toOfferedRow>>('offered', OFFERED_COLUMNS)
const ENTRIES = recordset<ReturnType<typeof toEntryRow> & { readonly n: number }>('entry', {
  n: 'integer',
  ...ENTRY_COLUMNS,
})
const LINKS = recordset('linked', { n: 'integer', link: 'text', code: 'text' })

function toOfferedRow({ message, job, entries, dailyQuota, day, now }: Acceptance, n: number) {
  const { sms, mms, reserved } = balanceAfter(NO_CREDITS, entries)
  return {
    n,
    account_id: message.account,
    ...toRow(message),
    ...toJobRow(job),
    moved_sms: sms,
    moved_mms: mms,
    moved_reserved_sms: reserved.sms,
    moved_reserved_mms: reserved.mms,
    quota: dailyQuota ?? Number.MAX_SAFE_INTEGER,
    day,
    now: isoOf(now),
  }
}

/** Bound as `:accounts`. */
export function accountsOf(sends: readonly Pick<Acceptance, 'message'>[]): readonly AccountId[] {
  return [...new Set(sends.map(({ message }) => message.account))]
}

type Variant = {
  readonly skips: boolean
  readonly hasKeys: boolean
  readonly hasLinks: boolean
}

const MESSAGE_LIST = Object.keys(MESSAGE_COLUMNS).join(', ')

const statementOf = onceEach(({ skips, hasKeys, hasLinks }: Variant) =>
  namingAccounts(
    (own) => `
  with offered as materialized (select offered.* from ${OFFERED.sql}),
  locked_consent as materialized (
    select offered.n, found.active_groups, found.opted_out_at
      from offered
     cross join lateral (
             select active_groups, opted_out_at
               from consent
              where ${own('consent')}consent.account_id = offered.account_id
                and consent.phone = offered.to_number
                for no key update${skips ? ' skip locked' : ''}
           ) as found
  ),
  locked_balance as materialized (
    select payer.account_id, found.*
      from (
             select distinct account_id collate "C" as account_id
               from offered
              where (select count(*) from locked_consent) >= 0
              order by 1
           ) as payer
     cross join lateral (
             select sms_available, mms_available, sms_reserved, mms_reserved, accepted_on, accepted
               from credit_balance
              where ${own('credit_balance')}credit_balance.account_id = payer.account_id
                for no key update${skips ? ' skip locked' : ''}
           ) as found
  ),
  judged as materialized (
    select offered.*,
           sender.sender_status, sender.sender_mms, sender.messages_per_second, sender.carrier, sender.sender_since,
           locked_consent.active_groups, locked_consent.opted_out_at,
           ${hasKeys ? 'held.target, held.answer, held.expires_at' : NO_KEY},
           locked_balance.sms_available, locked_balance.mms_available, locked_balance.sms_reserved, locked_balance.mms_reserved,
           case when locked_balance.accepted_on >= offered.day then locked_balance.accepted else 0 end as accepted_that_day,
           before.id is not null as was_accepted
      from offered
      left join lateral (
             select status as sender_status, mms as sender_mms, messages_per_second, carrier,
                    created_at as sender_since
               from sender
              where sender.number = offered.from_number and sender.account_id = offered.account_id
              limit 1
           ) as sender on true
      left join lateral (
             select message.id
               from message
              where ${own('message')}message.account_id = offered.account_id
                and message.id = offered.id
              limit 1
           ) as before on true
      left join locked_consent on locked_consent.n = offered.n
      left join locked_balance on locked_balance.account_id = offered.account_id${hasKeys ? heldBy(own) : ''}
  ),
  unobstructed as (
    select n,
           sum(cost_sms) over turns as sms_needed,
           sum(cost_mms) over turns as mms_needed,
           row_number() over turns as turn,
           row_number() over (partition by account_id, coalesce(idempotency_key, id) order by n) as turn_of_key
      from judged
     where not was_accepted and (target is null or expires_at <= now)
       and sender_status = 'active' and (sender_mms or media_url is null)
       and opted_out_at is null and active_groups > 0
       and accepted_that_day < quota
       and sms_available >= cost_sms and mms_available >= cost_mms
       and (phase <> 'submitting' or messages_per_second is null)
    window turns as (partition by account_id order by n)
  ),
  chosen as materialized (
    select judged.*
      from judged join unobstructed on unobstructed.n = judged.n
     where sms_needed <= sms_available and mms_needed <= mms_available
       and accepted_that_day + turn <= quota and turn_of_key = 1
  ),${hasKeys ? bindingKeys(own) : ''}
  stored as (
    insert into message (account_id, ${MESSAGE_LIST})
    select chosen.account_id, ${MESSAGE_LIST}
      from chosen${hasKeys ? WHOSE_KEY_IS_BOUND : ''}
     order by n
        on conflict (account_id, id) do nothing
    returning account_id, id
  ),
  added as materialized (
    select chosen.*
      from chosen join stored on stored.account_id = chosen.account_id and stored.id = chosen.id
  ),
  queued as (
    insert into job (account_id, id, lane, kind, payload, run_at)
    select account_id, job_id, lane, kind, payload, run_at from added order by n
  ),
  posted as (
    insert into ledger_entry (account_id, ${Object.keys(ENTRY_COLUMNS).join(', ')})
    select added.account_id, ${Object.keys(ENTRY_COLUMNS)
      .map((column) => `entry.${column}`)
      .join(', ')}
      from ${ENTRIES.sql} join added on added.n = entry.n
     order by entry.n
  ),${hasLinks ? ADDING_LINKS : ''}
  charged as (
    update credit_balance
       set ${MOVED},
           accepted = case when locked_balance.accepted_on >= moved.day then locked_balance.accepted else 0 end
             + moved.messages,
           accepted_on = greatest(locked_balance.accepted_on, moved.day)
      from locked_balance join (
             select account_id, sum(moved_sms) as sms, sum(moved_mms) as mms,
                    sum(moved_reserved_sms) as reserved_sms, sum(moved_reserved_mms) as reserved_mms,
                    max(day) as day, count(*) as messages
               from added
              group by account_id
           ) as moved on moved.account_id = locked_balance.account_id
     where ${own('credit_balance')}credit_balance.account_id = locked_balance.account_id
  )
  select n${skips ? '' : FACTS}
    from judged
   where not exists (select from added where added.n = judged.n)`,
  ),
)

/**
 * Computed from the locked balance. Postgres would check the constraints of a balance that is computed from the row as
 * the statement first saw it, which may be older, and fail.
 */
export const MOVED = `
           sms_available = locked_balance.sms_available + moved.sms,
           mms_available = locked_balance.mms_available + moved.mms,
           sms_reserved = locked_balance.sms_reserved + moved.reserved_sms,
           mms_reserved = locked_balance.mms_reserved + moved.reserved_mms`

const FACTS = `, was_accepted, sender_status, sender_mms, messages_per_second, carrier, sender_since,
         active_groups, opted_out_at, target, answer, expires_at,
         sms_available, mms_available, sms_reserved, mms_reserved, accepted_that_day`

const NO_KEY = 'null::text as target, null::json as answer, null::timestamptz as expires_at'

const heldBy = (own: OwnAccount) => `
      left join lateral (
             select target, answer, expires_at
               from idempotency_key
              where ${own('idempotency_key')}idempotency_key.account_id = offered.account_id and scope = 'message'
                and idempotency_key.key = offered.idempotency_key
              limit 1
           ) as held on true`

/** Does not lock a bound key or wait for it. Waits for a key that another transaction is binding. */
const bindingKeys = (own: OwnAccount) => `
  renewed as (
    update idempotency_key
       set target = chosen.id, answer = null, expires_at = null
      from chosen
     where ${own('idempotency_key')}idempotency_key.account_id = chosen.account_id and idempotency_key.scope = 'message'
       and idempotency_key.key = chosen.idempotency_key and idempotency_key.expires_at <= chosen.now
    returning chosen.n
  ),
  bound as (
    insert into idempotency_key (account_id, scope, key, target)
    select account_id, 'message', idempotency_key, id
      from chosen
     where idempotency_key is not null and n not in (select n from renewed)
     order by n
        on conflict (account_id, scope, key) do nothing
    returning account_id, target
  ),`

const WHOSE_KEY_IS_BOUND = `
     where idempotency_key is null or n in (select n from renewed)
        or (chosen.account_id, id) in (select account_id, target from bound)`

const ADDING_LINKS = `
  linked_message as (
    insert into click_count (account_id, link, code, message_id)
    select added.account_id, linked.link, linked.code, added.id
      from ${LINKS.sql} join added on added.n = linked.n
        on conflict (account_id, link, code) do nothing
  ),`
