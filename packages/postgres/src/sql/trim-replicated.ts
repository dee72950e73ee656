import { countOf, rowsOf, type Database } from './sql.js'

/** `key`: the column of the primary key; the age of a row is counted from `since`. */
export type ReplicatedTable = { readonly table: string; readonly key: string; readonly since: string }

/**
 * Deletes up to `limit` rows of a table that Citus replicates, the oldest first, and skips locked rows. Every node runs
 * the deletion on its own copy, so it names its rows, which another statement has chosen on one node.
 */
export async function trimReplicated(
  database: Database,
  { table, key, since }: ReplicatedTable,
  { until, limit }: { readonly until: Date; readonly limit: number },
): Promise<number> {
  const choosing = `
  select ${key} as key from ${table} where ${since} <= :until order by ${since} limit :limit for update skip locked`
  const chosen = await rowsOf<{ key: string }>(database, choosing, { until, limit })
  if (chosen.length === 0) return 0
  return countOf(database, `delete from ${table} where ${key} = any (:keys::text[])`, {
    keys: chosen.map((row) => row.key),
  })
}
