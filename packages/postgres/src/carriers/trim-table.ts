import { countOf, type Database } from '../sql/sql.js'

/** How to trim a table: `key` is the key after the carrier, and the age of a row is counted from `since`. */
export type TrimmableTable = { readonly table: string; readonly key: string; readonly since: string }

const BATCH_MAX = 1_000
const ROUNDS_MAX = 20

/** Deletes the rows of one carrier until a time, the oldest first and up to 20,000, and skips locked rows. */
export async function trimTable(
  knex: Database,
  trimmable: TrimmableTable,
  { carrier, until }: { readonly carrier: string; readonly until: Date },
): Promise<void> {
  const statement = statementOf(trimmable)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const deleted = await countOf(knex, statement, { carrier, until, limit: BATCH_MAX })
    if (deleted < BATCH_MAX) return
  }
}

function statementOf({ table, key, since }: TrimmableTable): string {
  return `
  with old as materialized (
    select ${key}
      from ${table}
     where carrier = :carrier and ${since} <= :until
     order by ${since}
     limit :limit
       for update skip locked
  )
  delete from ${table}
   using old
   where ${table}.carrier = :carrier and ${table}.${key} = old.${key}`
}
