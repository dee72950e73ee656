import type { Knex } from 'knex'
import { connect } from '../connection/connect.js'
import { rowsOf } from '../sql/sql.js'

/** What was written to a table. Updates that are not `hot` add an entry to each index, as inserts do. */
export type RowsWritten = {
  readonly inserted: number
  readonly updated: number
  readonly hot: number
  readonly deleted: number
  readonly indexEntries: number
}

/**
 * Runs `work` in a transaction, and returns what it has written by table. Its changes are undone. It has a connection of
 * its own, because Postgres would also count what the connection has not reported yet of earlier transactions.
 *
 * The entries of a partial index are those by which it has grown. So an entry is missed if its row had one before, or
 * was deleted again.
 */
export async function rowsWrittenBy(
  url: string,
  work: (trx: Knex.Transaction) => Promise<unknown>,
): Promise<Readonly<Record<string, RowsWritten>>> {
  const knex = await connect(url, { poolMax: 1 })
  const trx = await knex.transaction()
  try {
    const indexes = await rowsOf<Index>(trx, INDEXES, {})
    const before = await coveredRows(trx, indexes)
    await work(trx)
    const after = await coveredRows(trx, indexes)
    const tables = await rowsOf<Table>(trx, WRITTEN, {})
    return Object.fromEntries(
      tables.map(({ name, ...written }) => {
        const own = indexes.filter(({ table }) => table === name)
        const entries = own.map(({ index, condition }) =>
          condition === null
            ? written.inserted + written.updated - written.hot
            : after.get(index)! - before.get(index)!,
        )
        return [name, { ...written, indexEntries: entries.reduce((sum, one) => sum + one, 0) }]
      }),
    )
  } finally {
    await trx.rollback()
    await knex.destroy()
  }
}

type Index = { readonly table: string; readonly index: string; readonly condition: string | null }

type Table = Omit<RowsWritten, 'indexEntries'> & { readonly name: string }

/** How many rows each partial index covers. */
async function coveredRows(trx: Knex.Transaction, indexes: readonly Index[]): Promise<ReadonlyMap<string, number>> {
  const covered = new Map<string, number>()
  for (const { table, index, condition } of indexes) {
    if (condition === null) continue
    const counting = `select count(*)::integer as count from ${table} where ${condition}`
    const [row] = await rowsOf<{ count: number }>(trx, counting, {})
    covered.set(index, row!.count)
  }
  return covered
}

const INDEXES = `
  select indrelid::regclass::text as table, indexrelid::regclass::text as index,
         pg_get_expr(indpred, indrelid) as condition
    from pg_index join pg_stat_user_tables on relid = indrelid`

const WRITTEN = `
  select relid::regclass::text as name, n_tup_ins::integer as inserted, n_tup_upd::integer as updated,
         n_tup_hot_upd::integer as hot, n_tup_del::integer as deleted
    from pg_stat_xact_user_tables
   where n_tup_ins + n_tup_upd + n_tup_del > 0
   order by relid::regclass::text collate "C"`
