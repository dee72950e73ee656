import { afterAll, afterEach, expect, test } from '@jest/globals'
import type { TestAdapters } from '@carillon/contracts'
import type { Clock } from '@carillon/core'
import type { Knex } from 'knex'
import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sqlFaults } from '../../../../tooling/sql-lint.js'
import { connect } from '../connection/connect.js'
import { onPostgres, type PostgresAdapters } from '../on-postgres.js'
import { pendingMigrations } from '../schema/migrations.js'
import { Emptier, givenCluster, openDistributedDatabase, type Cluster } from './citus-cluster.js'
import { EMPTYING } from './emptying.js'

/** For test files only, which must import this file at the top: it closes after each test what the test has opened. */
export type TestDatabase = TestAdapters & {
  readonly keyring: PostgresAdapters['keyring']
  readonly clusterNodes: PostgresAdapters['clusterNodes']
  readonly knex: Knex
  readonly url: string
  /** Opens more adapters on the same database, as another process would. They connect to `url`, if it is given. */
  another(options?: { readonly clock?: Clock; readonly url?: string }): Promise<TestDatabase>
}

type Database = {
  readonly knex: Knex
  readonly url: string
  /** On a cluster. */
  readonly emptier?: Emptier
}

const POOL_MAX = 8
const systemClock: Clock = { now: () => new Date() }

const closings: (() => Promise<unknown>)[] = []
/** Databases of this test file that no test is using. Emptying a database takes a tenth of the time of creating one. */
const idle: Database[] = []
const drops: (() => Promise<unknown>)[] = []
const statements = new Set<string>()
/** If it is given, the tests run on this Citus cluster. */
const cluster = givenCluster()

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
  const sent = [...statements]
  statements.clear()
  expect(sent.flatMap(sqlFaults)).toEqual([])
})

afterAll(async () => {
  for (const drop of drops.splice(0)) await drop()
})

/** An empty database with the schema. The SQL lint checks every statement that is sent to it. */
export async function openTestDatabase({ clock = systemClock }: { clock?: Clock } = {}): Promise<TestDatabase> {
  const database =
    idle.pop() ?? (await (cluster === null ? makeDatabase('carillon_template') : makeDistributed(cluster)))
  await empty(database)
  closings.push(async () => idle.push(database))
  return adaptersOn(database, clock)
}

/** A database without a schema. */
export async function openBlankDatabase(): Promise<Database> {
  return makeDatabase('template1')
}

async function makeDatabase(template: string): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = await connect(serverUrl(), { poolMax: 1 })
  await server.raw('create database ?? template ?? strategy wal_log', [name, template])
  const url = serverUrl().replace('/carillon?', `/${name}?`)
  const knex = await connectLinted(url)
  drops.push(async () => {
    await knex.destroy()
    await server.raw('drop database ?? with (force)', [name])
    await server.destroy()
  })
  return { knex, url }
}

async function makeDistributed(cluster: Cluster): Promise<Database> {
  const url = await openDistributedDatabase(cluster)
  const knex = await connectLinted(url)
  const emptier = await Emptier.of(cluster, url)
  drops.push(
    () => knex.destroy(),
    () => emptier.close(),
  )
  return { knex, url, emptier }
}

async function empty({ knex, emptier }: Database) {
  if ((await pendingMigrations(knex)).length > 0) throw new Error('The template is old: run npm run build')
  if (emptier !== undefined) return emptier.empty()
  await knex.raw(EMPTYING)
  statements.delete(EMPTYING)
}

async function adaptersOn({ knex, url }: Database, clock: Clock): Promise<TestDatabase> {
  const { close, ...adapters } = onPostgres({ knex, clock })
  closings.push(close)
  const another: TestDatabase['another'] = async (options = {}) => {
    const otherUrl = options.url ?? url
    const other = { knex: await connectLinted(otherUrl), url: otherUrl }
    closings.push(() => other.knex.destroy())
    return adaptersOn(other, options.clock ?? clock)
  }
  return { ...adapters, knex, url, another }
}

async function connectLinted(url: string): Promise<Knex> {
  const knex = await connect(url, { poolMax: POOL_MAX, applicationName: 'carillon test' })
  knex.on('query', ({ sql }: { sql: string }) => statements.add(sql))
  return knex
}

/** For a test about plans, pages, the wire or deadlocks, which Citus has of its own. */
// eslint-disable-next-line no-restricted-syntax -- The campaign `citus` reports how many tests it skips.
export const onePostgresTest = cluster === null ? test : test.skip

/** The number that the statement returns on each node of the cluster, or on one Postgres. */
export async function askEachNode(knex: Knex, statement: string): Promise<readonly number[]> {
  const everywhere =
    cluster === null ? `select (${statement}) as result` : 'select result from run_command_on_all_nodes(?)'
  const { rows } = await knex.raw<{ rows: { result: string }[] }>(everywhere, cluster === null ? [] : [statement])
  return rows.map(({ result }) => Number(result))
}

/** Waits until this many transactions wait for a lock. */
export async function waitForLockWaiters({ knex }: Pick<TestDatabase, 'knex'>, { count = 1 } = {}) {
  const waiting = cluster === null ? WAITING_TRANSACTIONS : WAITING_ON_ALL_NODES
  while ((await knex.raw(waiting)).rowCount < count) await setImmediate()
}

const WAITING_TRANSACTIONS = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const WAITING_ON_ALL_NODES = WAITING_TRANSACTIONS.replace('pg_stat_activity', 'citus_stat_activity')

/**
 * Starts two units of work while a third transaction locks a row that both need midway, and returns their results. They
 * continue once both are waiting: if they locked rows in opposite orders, they would deadlock. The third transaction is
 * rolled back.
 */
export async function whileLocked<T>(
  database: Pick<TestDatabase, 'knex'>,
  {
    lock,
    start,
  }: { lock: (trx: Knex.Transaction) => Promise<unknown>; start: () => readonly [Promise<T>, Promise<T>] },
): Promise<readonly T[]> {
  const trx = await database.knex.transaction()
  await lock(trx)
  const started = start()
  await waitForLockWaiters(database, { count: started.length })
  await trx.rollback()
  return Promise.all(started)
}

/** The URL of the Postgres server of this test run. */
export function serverUrl(): string {
  const url = process.env['CARILLON_TEST_POSTGRES_URL']
  if (url === undefined) throw new Error('CARILLON_TEST_POSTGRES_URL is not set: run the tests with jest')
  return url
}
