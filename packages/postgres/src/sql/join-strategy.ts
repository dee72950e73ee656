import { rowsOf, run, type Bindings, type Database } from './sql.js'

/**
 * Until Postgres next counts a full table, it believes that an account that is new there has one row, and joins by
 * comparing each row with each: hours for 50,000. So the way is not left to it. Few members are looked up by their keys,
 * each a few pages, however many contacts the account has. Many are joined in bulk, for which all contacts of the account
 * are read: by then that is faster.
 */
const LOOKED_UP_MAX = 5_000

/** Whether `members`, a statement, answers few enough rows to look each of them up. */
export async function areFew(trx: Database, members: string, bindings: Bindings): Promise<boolean> {
  const counting = `select count(*)::integer as count from (${members} limit ${LOOKED_UP_MAX + 1}) as some_members`
  const [found] = await rowsOf<{ count: number }>(trx, counting, bindings)
  return found!.count <= LOOKED_UP_MAX
}

/** What is asked within joins many rows at once, and never one by one; what comes after it in the unit of work may. */
export async function inBulk<T>(trx: Database, ask: () => Promise<T>): Promise<T> {
  await run(trx, 'set local enable_nestloop = off', {})
  const answer = await ask()
  await run(trx, 'set local enable_nestloop to default', {})
  return answer
}
