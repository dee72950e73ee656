import type { Knex } from 'knex'
import { pipeline } from 'node:stream/promises'
import { escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withDedicatedConnection, type DedicatedConnection } from '../connection/dedicated-connection.js'
import { placeOf, type AppliedMigration, type CopiedTable } from './dump-tables.js'

export type Load = {
  /** Whether the database has this table. */
  has(table: CopiedTable): boolean
  /** Loads what `rowsOf` of a dump returned. Returns the row count; if it fails, the whole load is undone. */
  load(table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<number>
}

type LoadOptions<T> = {
  readonly knex: Knex
  /** The migrations of this database, with the instants at which they were applied in the dumped database. */
  readonly migrations: readonly AppliedMigration[]
  readonly fill: (load: Load) => Promise<T>
}

/**
 * Replaces the contents of the tables with what `fill` loads, in one transaction. Every constraint is checked. Nobody
 * else may use the database meanwhile.
 */
export function loadTables<T>({ knex, migrations, fill }: LoadOptions<T>): Promise<T> {
  return withDedicatedConnection(knex, async (connection) => {
    await connection.query('begin')
    const { rows } = await connection.query<{ name: string }>(TABLES)
    const names = new Set(rows.map(({ name }) => name))
    await connection.query(`truncate ${[...names].map(escapeIdentifier).join(', ')}`)
    const filled = await fill({
      has: ({ name }) => names.has(name),
      load: (table, content) => copiedIn(connection, table, content),
    })
    const dated = [migrations.map(({ id }) => id), migrations.map(({ appliedAt }) => appliedAt)]
    await connection.query(DATE_MIGRATIONS, dated)
    await connection.query('analyze')
    await connection.query('commit')
    return filled
  })
}

/**
 * Loads the rows as frozen, which is possible because the table was truncated in the same transaction. Frozen rows need
 * no vacuum, and allow index-only scans at once.
 */
async function copiedIn(
  connection: DedicatedConnection,
  table: CopiedTable,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const stream = connection.query(copyFrom(`copy ${placeOf(table)} from stdin with (freeze)`))
  await pipeline(rows, stream)
  return stream.rowCount
}

const TABLES = `
  select relname as name
    from pg_class
   where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'carillon_migration'`

const DATE_MIGRATIONS = `
  update carillon_migration
     set applied_at = dated.applied_at
    from unnest($1::text[], $2::timestamptz[]) as dated (id, applied_at)
   where carillon_migration.id = dated.id`
