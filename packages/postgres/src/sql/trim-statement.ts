/** What a table is trimmed by: its key behind the account, and the column that says since when a row is old. */
export type Trimmable = { readonly table: string; readonly key: readonly string[]; readonly since: string }

/**
 * Takes away up to `:limit` rows, the oldest first. Those that somebody holds at this moment are left to them. The account
 * comes with each row: else Postgres believes that one that is new in a full table has one row, and compares each with each.
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
