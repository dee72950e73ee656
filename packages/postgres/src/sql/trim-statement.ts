/**
 * How to trim a table: `key` has the key columns after the account, and the age of a row is counted from `since`.
 */
export type Trimmable = { readonly table: string; readonly key: readonly string[]; readonly since: string }

/**
 * Deletes up to `:limit` rows, the oldest first, and skips locked rows. Each selected row contains the account:
 * otherwise Postgres would assume that a new account in a full table has one row, and compare every row with every
 * other row.
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
