import type { Knex } from 'knex'
import { escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withDedicatedConnection, type DedicatedConnection } from '../connection/dedicated-connection.js'
import { SET_OUTPUT_FORMAT_LOCAL } from '../connection/output-format.js'
import { rowsOf } from '../sql/sql.js'

export type AppliedMigration = {
  readonly id: string
  /** As Postgres writes it, to the microsecond. */
  readonly appliedAt: string
}

export type CopiedTable = { readonly name: string; readonly columns: readonly string[] }

/** `bytes`: the size on disk, without indexes. */
export type DumpedTable = CopiedTable & { readonly bytes: number }

/** The whole database, as of one instant. */
export type Dump = {
  readonly postgresVersion: string
  readonly migrations: readonly AppliedMigration[]
  /** All tables except the migrations table. Each comes after the tables that it references. */
  readonly tables: readonly DumpedTable[]
  /** The fingerprint of the service's secret; null if the service never ran on this database. */
  readonly secretFingerprint: string | null
  /**
   * Yields the rows in the text format of COPY, in pieces that can end anywhere in a row, and returns the row count.
   * Read one table at a time.
   */
  rowsOf(table: CopiedTable): AsyncGenerator<Buffer, number>
}

/**
 * Everything that `take` reads comes from one snapshot, however long that takes. The dump blocks only migrations that
 * change a table. If such a migration is already running, the dump first waits for its end.
 */
export function dumpTables<T>(knex: Knex, take: (dump: Dump) => Promise<T>): Promise<T> {
  return withDedicatedConnection(knex, async (connection) => {
    const { migrations, tables } = await knex.transaction((guard) => lockTables(guard, connection))
    const postgresVersion = await firstOf(connection, `select current_setting('server_version') as first`)
    const hasSecret = tables.some(({ name }) => name === 'service_secret')
    const secretFingerprint = hasSecret ? await firstOf(connection, SECRET_FINGERPRINT) : null
    const rows = (table: CopiedTable) => copiedOut(connection, table)
    return take({ postgresVersion: postgresVersion!, migrations, tables, secretFingerprint, rowsOf: rows })
  })
}

/**
 * Blocks migrations only until every table is locked against schema changes. Each starting server locks the migrations
 * table: while it waits for that lock, the readiness checks of other servers wait behind it.
 */
async function lockTables(guard: Knex, connection: DedicatedConnection) {
  await guard.raw(`set local statement_timeout = 0; ${SET_OUTPUT_FORMAT_LOCAL}`)
  const [known] = await rowsOf<{ exists: boolean }>(guard, MIGRATIONS_EXIST, {})
  if (!known!.exists) throw new Error('The database has no tables of Carillon yet')
  await guard.raw('lock table carillon_migration in access share mode')
  const migrations = await rowsOf<AppliedMigration>(guard, MIGRATIONS, {})
  const tables = referencedFirst(await rowsOf<TableRow>(guard, TABLES, {}))
  await connection.query('begin transaction isolation level repeatable read read only')
  const names = tables.map(({ name }) => escapeIdentifier(name))
  // Takes no snapshot, so that the later snapshot sees the tables in their final form.
  await connection.query(`lock table ${names.join(', ')} in access share mode`)
  return { migrations, tables }
}

type TableRow = DumpedTable & { readonly refersTo: readonly string[] }

function referencedFirst(rows: readonly TableRow[]): readonly DumpedTable[] {
  const placed = new Map<string, DumpedTable>()
  const seen = new Set<string>()
  const place = ({ refersTo, ...table }: TableRow) => {
    if (seen.has(table.name)) return
    seen.add(table.name)
    for (const row of rows) if (refersTo.includes(row.name)) place(row)
    placed.set(table.name, table)
  }
  for (const row of rows) place(row)
  return [...placed.values()]
}

async function* copiedOut(connection: DedicatedConnection, table: CopiedTable): AsyncGenerator<Buffer, number> {
  const stream = connection.query(copyTo(`copy ${placeOf(table)} to stdout`))
  for await (const chunk of stream) yield chunk as Buffer
  return stream.rowCount
}

/** The table and its columns, in the syntax of COPY. */
export function placeOf({ name, columns }: CopiedTable): string {
  return `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`
}

async function firstOf(connection: DedicatedConnection, sql: string): Promise<string | null> {
  const { rows } = await connection.query<{ first: string }>(sql)
  return rows[0]?.first ?? null
}

const MIGRATIONS_EXIST = `select to_regclass('carillon_migration') is not null as exists`
const MIGRATIONS = `select id, applied_at::text as "appliedAt" from carillon_migration order by id`
const SECRET_FINGERPRINT = `select mark as first from service_secret where id = 'one'`

const TABLES = `
  select relname as name,
         pg_table_size(pg_class.oid)::double precision as bytes,
         array(
           select attname::text
             from pg_attribute
            where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
            order by attnum
         ) as columns,
         array(
           select other.relname::text
             from pg_constraint
             join pg_class as other on other.oid = confrelid
            where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
         ) as "refersTo"
    from pg_class
   where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'carillon_migration'
   order by relname collate "C"`
