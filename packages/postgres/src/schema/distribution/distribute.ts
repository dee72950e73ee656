import type { Knex } from 'knex'
import { withDedicatedConnection, type DedicatedConnection } from '../../connection/dedicated-connection.js'
import { isolatedKnex } from '../../connection/isolated-knex.js'
import { quotedSchema, type InSchema } from '../../connection/schema-name.js'
import { ACCOUNT_TABLES, CARRIER_TABLES, REFERENCE_TABLES } from './tables.js'
import { rowsOf } from '../../sql/sql.js'

export type DistributionOptions = InSchema & {
  /**
   * The number of parts of each account table, which Citus places on the nodes. All rows of an account are in one. Tables
   * that are added later get as many as the others have. Default: 32.
   */
  readonly shards?: number
  /** Called before each table. */
  readonly onTable?: (table: TableToDistribute) => void
}

export type TableToDistribute = {
  readonly name: string
  /** Distributed: each account's rows are on one node. Replicated: every node has all rows. */
  readonly form: 'distributed' | 'replicated'
  /** The size on disk, without indexes. */
  readonly bytes: number
  readonly sql: string
}

type PlannedTable = Omit<TableToDistribute, 'bytes'>

/** The tables that are not distributed or replicated yet, in the order in which `distribute` takes them. */
export async function tablesToDistribute(host: Knex, { schema }: InSchema = {}): Promise<readonly TableToDistribute[]> {
  const names = TABLES.map(({ name }) => name)
  const knex = isolatedKnex(host, { schema })
  const rows = await knex.transaction((trx) => rowsOf<{ name: string; bytes: number }>(trx, LOCAL_TABLES, { names }))
  const bytesOf = new Map(rows.map(({ name, bytes }) => [name, bytes]))
  return TABLES.flatMap((table) => {
    const bytes = bytesOf.get(table.name)
    return bytes === undefined ? [] : { ...table, bytes }
  })
}

/**
 * Distributes the tables, with their rows, over the nodes of the cluster whose coordinator `knex` is connected to, in
 * one transaction: writes wait for it, reads do not. Then analyzes the tables and empties the coordinator's own copies.
 * It can run again after a crash at any step, and after migrations that have added tables.
 */
export async function distribute(
  knex: Knex,
  { schema, shards = SHARDS, onTable }: DistributionOptions = {},
): Promise<void> {
  const tables = await tablesToDistribute(knex, { schema })
  await withDedicatedConnection(knex, async (connection) => {
    if (schema !== undefined) await connection.query(`set search_path to ${quotedSchema(schema)}, pg_temp`)
    await connection.query(`begin; ${SETTINGS}; set local citus.shard_count = ${shards}`)
    if (tables.length > 0)
      await connection.query(`lock table ${tables.map(({ name }) => name).join()} in exclusive mode`)
    for (const table of tables) {
      onTable?.(table)
      await connection.query(table.sql)
    }
    await connection.query('commit')
    await analyzeAndEmptyOwnCopies(connection)
  })
}

/** A table that still has its own copy after a crash may not have been analyzed. */
async function analyzeAndEmptyOwnCopies(connection: DedicatedConnection) {
  const { rows } = await connection.query<{ name: string }>(WITH_OWN_COPY)
  for (const { name } of rows) {
    await connection.query(`analyze ${name}`)
    await connection.query('select truncate_local_data_after_distributing_table($1)', [name])
  }
}

const SHARDS = 32

/** The migrations are read by every server, through whichever node it is connected to. */
const REPLICATED = ['carillon_migration', ...REFERENCE_TABLES]

/** Tables that are distributed by the same column are placed alike. */
const DISTRIBUTED = [
  { column: 'carrier', tables: CARRIER_TABLES },
  { column: 'account_id', tables: ACCOUNT_TABLES },
]

const TABLES: readonly PlannedTable[] = [
  ...REPLICATED.map((name) => ({ name, form: 'replicated' as const, sql: `select create_reference_table('${name}')` })),
  ...DISTRIBUTED.flatMap(({ column, tables }) =>
    tables.map((name) => {
      const place = name === tables[0] ? 'none' : tables[0]!
      const sql = `select create_distributed_table('${name}', '${column}', colocate_with => '${place}')`
      return { name, form: 'distributed' as const, sql }
    }),
  ),
]

/** Foreign keys cross from tables that are distributed to tables that are not yet, which Citus permits one by one. */
const SETTINGS = `
  set local citus.multi_shard_modify_mode = 'sequential';
  set local citus.shard_replication_factor = 1;
  set local citus.enable_local_reference_table_foreign_keys = off;
  set local client_min_messages = warning`

const LOCAL_TABLES = `
  select relname as name, pg_table_size(pg_class.oid)::double precision as bytes
    from pg_class
   where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname = any (:names::text[])
     and not exists (select from pg_dist_partition where logicalrelid = pg_class.oid)`

const WITH_OWN_COPY = `
  select quote_ident(relname) as name
    from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
   where relnamespace = current_schema()::regnamespace and pg_relation_size(pg_class.oid) > 0
   order by 1`
