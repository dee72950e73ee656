import type { AccountId } from '@carillon/core'
import { rowsOf, run, type Bindings, type Database } from './sql.js'

/**
 * Until Postgres next analyzes a full table, it assumes that a new account in it has one row, and joins by comparing
 * every row with every other row, which takes hours for 50,000 rows. So the strategy is chosen here. Up to this many
 * members are looked up by their keys, a few pages each, however many contacts the account has. More members are joined
 * in bulk, which reads all contacts of the account, but is faster for that many members.
 */
const LOOKED_UP_MAX = 5_000

/** Whether the statement `members` returns few enough rows to look up each of them. */
export async function areFew(trx: Database, members: string, bindings: Bindings): Promise<boolean> {
  const counting = `select count(*)::integer as count from (${members} limit ${LOOKED_UP_MAX + 1}) as some_members`
  const [found] = await rowsOf<{ count: number }>(trx, counting, bindings)
  return found!.count <= LOOKED_UP_MAX
}

/** Disables nested loops while `ask` runs; later statements of the unit of work may use them again. */
export async function inBulk<T>(trx: Database, account: AccountId, ask: () => Promise<T>): Promise<T> {
  await run(trx, 'set local enable_nestloop = off', { account })
  const result = await ask()
  await run(trx, 'set local enable_nestloop to default', { account })
  return result
}

/**
 * For statements that only look up a few rows of each table by their keys. Postgres keeps the plan of a prepared
 * statement: if the tables were small when it planned, it would read all of a table, or of an account, each time. So no
 * table is read as a whole, and of several indices, the one with the fewest rows is used, however many pages it has.
 */
export const LOOK_UP_ALL = `
  set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
  set local random_page_cost = 0`
