import {
  NO_CREDITS,
  type AccountId,
  type CreditBalance,
  type CreditStore,
  type LedgerEntry,
  type LedgerLine,
  type LedgerQuery,
} from '@carillon/core'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import type { Database } from '../sql/sql.js'
import { ledgerLines } from './ledger-lines.js'
import { ENTRY_COLUMNS, fromBalanceRow, toEntryRow, type BalanceRow } from './credit-row.js'

export class PostgresCreditStore implements CreditStore {
  /** Accounts that this unit of work knows to have a balance. A balance is never deleted. */
  private readonly seen = new Set<AccountId>()

  constructor(private readonly trx: Database) {}

  async balance(account: AccountId): Promise<CreditBalance> {
    const [row] = await preparedRowsOf<BalanceRow>(this.trx, BALANCE, { account })
    return row === undefined ? NO_CREDITS : fromBalanceRow(row)
  }

  lines(account: AccountId, query: LedgerQuery): Promise<readonly LedgerLine[]> {
    return ledgerLines(this.trx, account, query)
  }

  async lock(account: AccountId): Promise<CreditBalance> {
    const [before] = await preparedRowsOf<BalanceRow>(this.trx, LOCK, { account })
    if (before !== undefined) {
      this.seen.add(account)
      return fromBalanceRow(before)
    }
    await this.open(account)
    const [row] = await preparedRowsOf<BalanceRow>(this.trx, LOCK, { account })
    return fromBalanceRow(row!)
  }

  /** The table rejects a balance below zero, so a post that would lead to one fails. */
  async post(account: AccountId, entries: readonly LedgerEntry[]): Promise<void> {
    if (entries.length === 0) return
    await this.open(account)
    await preparedCountOf(this.trx, POST, { account, ...ENTRIES.of(entries.map(toEntryRow)) })
  }

  async acceptedOn(account: AccountId, day: string): Promise<number> {
    const [row] = await preparedRowsOf<{ accepted: string }>(this.trx, ACCEPTED_ON, { account, day })
    return row === undefined ? 0 : Number(row.accepted)
  }

  async countAccepted(account: AccountId, day: string, recipients: number): Promise<void> {
    await this.open(account)
    await preparedCountOf(this.trx, COUNT_ACCEPTED, { account, day, recipients })
  }

  /** Does not add the account to `seen`, because rolling back to a savepoint may remove the new balance. */
  private async open(account: AccountId): Promise<void> {
    if (!this.seen.has(account)) await preparedCountOf(this.trx, OPEN_BALANCE, { account })
  }
}

const BALANCE = `
  select sms_available, mms_available, sms_reserved, mms_reserved from credit_balance where account_id = :account`

const LOCK = `${BALANCE} for update`

export const OPEN_BALANCE =
  'insert into credit_balance (account_id) values (:account) on conflict (account_id) do nothing'

const ACCEPTED_ON = 'select accepted from credit_balance where account_id = :account and accepted_on >= :day::date'

/** Days only go forward. */
const COUNT_ACCEPTED = `
  update credit_balance
     set accepted = case when accepted_on >= :day::date then accepted else 0 end + :recipients,
         accepted_on = greatest(accepted_on, :day::date)
   where account_id = :account`

const ENTRIES = recordset<ReturnType<typeof toEntryRow>>('entry', ENTRY_COLUMNS)

/** Only new entries change the balance. They are added to the value that it has when its row is locked. */
const POST = `
  with posted as (
    insert into ledger_entry (account_id, id, at, unit, from_place, to_place, amount, reference)
    select :account, entry.id, entry.at, entry.unit, entry.from_place, entry.to_place, entry.amount, entry.reference
      from ${ENTRIES.sql}
        on conflict (account_id, id) do nothing
    returning unit, from_place, to_place, amount
  ),
  moved as (
    select coalesce(sum(amount) filter (where unit = 'sms' and place = 'available'), 0) as sms_available,
           coalesce(sum(amount) filter (where unit = 'mms' and place = 'available'), 0) as mms_available,
           coalesce(sum(amount) filter (where unit = 'sms' and place = 'reserved'), 0) as sms_reserved,
           coalesce(sum(amount) filter (where unit = 'mms' and place = 'reserved'), 0) as mms_reserved
      from (
        select unit, to_place as place, amount from posted
        union all
        select unit, from_place, -amount from posted
      ) as movement
  )
  update credit_balance
     set sms_available = credit_balance.sms_available + moved.sms_available,
         mms_available = credit_balance.mms_available + moved.mms_available,
         sms_reserved = credit_balance.sms_reserved + moved.sms_reserved,
         mms_reserved = credit_balance.mms_reserved + moved.mms_reserved
    from moved
   where credit_balance.account_id = :account`
