import type { AccountId } from '@carillon/core'
import { rowsOf, run, type Database } from './sql.js'

/** Only one at a time trims an account: false when it is somebody else's turn. Until the transaction ends. */
export async function takeTrimLock(trx: Database, account: AccountId): Promise<boolean> {
  return (await rowsOf(trx, TAKE, { account })).length > 0
}

/** For whoever brings back what may be trimmed just then: it is gone, or stays until the transaction ends. */
export async function blockTrims(trx: Database, account: AccountId): Promise<void> {
  await run(trx, KNOWN, { account })
  await run(trx, KEEP_OUT, { account })
}

/** The row of an account comes with its first turn, and stays. */
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
