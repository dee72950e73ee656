import {
  clusterOf,
  distribute as distributeTables,
  migrate,
  pendingMigrations,
  tablesToDistribute,
  type Cluster,
  type TableToDistribute,
} from '@carillon/postgres'
import type { Knex } from 'knex'
import { readDataConfig } from '../settings/config.js'
import { UserError } from '../settings/user-error.js'
import type { Shell } from '../terminal/shell.js'
import { connectTo } from './database.js'

export type DistributeOptions = { readonly shards: number; readonly dryRun: boolean }

/** Copied in a second, tables and indexes, on a small machine: for an estimate. */
const BYTES_COPIED_PER_SECOND = 20_000_000
const SECONDS_MIN = 5

/** Distributes the tables of the database over the nodes of its Citus cluster. */
export async function distribute({ shards, dryRun }: DistributeOptions, { env, stdout }: Shell): Promise<void> {
  const { databaseUrl } = readDataConfig(env)
  if (databaseUrl === null) throw new UserError(NO_URL)
  const database = await connectTo(databaseUrl)
  try {
    const { knex } = database
    const { version, nodes } = requireFit(await clusterOf(knex))
    stdout.write(`This is the coordinator of a cluster of Citus ${version} with the nodes ${nodes.join(', ')}\n`)
    await distributeOn(knex, { shards, dryRun, say: (line) => stdout.write(`${line}\n`) })
  } finally {
    await database.close()
  }
}

async function distributeOn(
  knex: Knex,
  { shards, dryRun, say }: DistributeOptions & { readonly say: (line: string) => void },
) {
  const pending = await pendingMigrations(knex)
  if (pending.length > 0 && dryRun) say(`It lacks migrations, which would be applied first: ${pending.join(', ')}`)
  if (pending.length > 0 && !dryRun) {
    const applied = await migrate(knex)
    for (const id of applied) say(`Applied ${id}`)
  }
  const tables = await tablesToDistribute(knex)
  if (tables.length === 0) {
    if (!dryRun) await distributeTables(knex)
    say(pending.length > 0 && dryRun ? 'Then its tables would be distributed' : 'All its tables are distributed')
    return
  }
  for (const line of planOf(tables, shards)) say(line)
  if (dryRun) {
    say('Nothing was changed: --dry-run')
    return
  }
  const startedAtMs = performance.now()
  const secondsSince = () => ((performance.now() - startedAtMs) / 1000).toFixed(1)
  await distributeTables(knex, {
    shards,
    onTable: ({ name, form, bytes }) => say(`${secondsSince()} s: ${name} is being ${form} (${megabytes(bytes)} MB)`),
  })
  say(`Done after ${secondsSince()} s. Servers and workers can run on any node of the cluster`)
}

function requireFit(cluster: Cluster | null): Cluster {
  if (cluster === null) throw new UserError(NO_CITUS)
  if (cluster.role === 'worker') throw new UserError(IS_WORKER)
  if (cluster.nodes.length === 0) throw new UserError(NO_NODES)
  return cluster
}

function planOf(tables: readonly TableToDistribute[], shards: number): readonly string[] {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const seconds = Math.ceil(SECONDS_MIN + bytes / BYTES_COPIED_PER_SECOND)
  const namesOf = (form: TableToDistribute['form']) => tables.filter((table) => table.form === form)
  return [
    `${namesOf('replicated').length} small tables are copied to every node, and ${namesOf('distributed').length} tables with ${megabytes(bytes)} MB are distributed by account, in ${shards} shards`,
    `Writes wait meanwhile, for about ${seconds} s; reads do not. All of it is one transaction: if it fails, nothing has changed`,
  ]
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)
}

const NO_URL = `carillon distribute needs DATABASE_URL, the URL of the coordinator of a Citus cluster: the embedded database cannot be distributed`
const NO_CITUS = `The database has no Citus: install the extension on every node, and run CREATE EXTENSION citus in this database, see docs/operations/citus.md`
const IS_WORKER = `This database is a worker node of a Citus cluster: set DATABASE_URL to the URL of its coordinator`
const NO_NODES = `The cluster has no node for the rows of accounts: add one with SELECT citus_add_node('host', 5432), see docs/operations/citus.md`
