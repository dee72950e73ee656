import type { AccountId } from '@carillon/core'
import { rowsOf, run, type Database } from './sql.js'

/** Lets only this transaction trim the account until it ends; false if another transaction is trimming the account. */
export async function takeTrimLock(trx: Database, account: AccountId): Promise<boolean> {
  return (await rowsOf(trx, TAKE, { account })).length > 0
}

/** For changes to data that may be trimmed: the data is either already deleted, or stays until the transaction ends. */
export async function blockTrims(trx: Database, account: AccountId): Promise<void> {
  await run(trx, KNOWN, { account })
  await run(trx, KEEP_OUT, { account })
}

/** The row of an account is added by the first statement that needs it, and is never deleted. */
const KNOWN = 'insert into trim_turn (account_id) values (:account) on conflict (account_id) do nothing'

const TAKE = `
  with made as (
    ${KNOWN}
    returning account_id
  ),
  free as (
    select account_id from trim_turn where account_id = :account for update skip locked
  )
  select account_id from made union all select account_id from free`

const KEEP_OUT = 'select account_id from trim_turn where account_id = :account for share'
