/** What a table is trimmed by: its key after the account, and the column from which the age of a row is counted. */
export type Trimmable = { readonly table: string; readonly key: readonly string[]; readonly since: string }

/**
 * Deletes up to `:limit` rows, the oldest first, and skips locked rows. The account comes with each row: otherwise
 * Postgres assumes that a new account in a full table has one row, and compares each row with each other row.
 */
export function trimStatement({ table, key, since }: Trimmable): string {
  return `
  with old as materialized (
    select stored.account_id, ${key.map((column) => `stored.${column}`).join(', ')}
      from ${table} as stored
     where stored.account_id = :account and stored.${since} <= :until
     order by stored.${since}
     limit :limit
       for update skip locked
  )
  delete from ${table}
   using old
   where ${table}.account_id = old.account_id and ${key.map((column) => `${table}.${column} = old.${column}`).join(' and ')}`
}
