import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { accountFixture, NOW } from '@carillon/contracts'
import type { Knex } from 'knex'
import { connect } from '../../connection/connect.js'
import { onPostgres, type PostgresAdapters } from '../../on-postgres.js'
import { migrate } from '../migrations.js'
import { startupProblems } from '../startup-problems.js'
import { ACCOUNT_TABLES, CARRIER_TABLES, REFERENCE_TABLES } from './tables.js'
import { givenCluster, openJoinedDatabase } from '../../testing/citus-cluster.js'
import { fillAccount } from '../../testing/fill-account.js'
import { clusterOf } from './cluster.js'
import { distribute, tablesToDistribute } from './distribute.js'

const TABLES = [...REFERENCE_TABLES, ...CARRIER_TABLES, ...ACCOUNT_TABLES]

let knex: Knex
let worker: Knex
let adapters: PostgresAdapters

beforeEach(async () => {
  const urls = await openJoinedDatabase(givenCluster()!)
  knex = await connect(urls.coordinator)
  worker = await connect(urls.workers[0]!)
  await migrate(knex)
  adapters = onPostgres({ knex, clock: { now: () => NOW } })
})

afterEach(async () => {
  await adapters.close()
  await knex.destroy()
  await worker.destroy()
})

test('a filled database is distributed with all its rows, and the same adapters go on', async () => {
  const { account, run, neighbour, contacts } = await accountFixture(adapters)
  const other = await neighbour({ name: 'Other' })
  for (const { id } of [account, other]) await fillAccount(knex, id, 500)
  const before = await contentsOf(knex)
  expect(before['contact']).toMatchObject({ count: 1_000 })

  await distribute(knex, { shards: 4 })
  expect(await contentsOf(knex)).toEqual(before)
  expect(await contentsOf(worker)).toEqual(before)
  expect(await tablesToDistribute(knex)).toEqual([])
  expect(await ownCopies(knex)).toEqual([])

  const [ann] = await contacts({})
  expect(await run((stores) => stores.contacts.lock(account.id, [ann!.phone]))).toEqual(new Map([[ann!.phone, ann]]))
})

test('an empty database is distributed, and migrated through any node from then on', async () => {
  expect(await clusterOf(knex)).toMatchObject({
    role: 'coordinator',
    isDistributed: false,
    nodes: [/:/, /:/].map(() => expect.any(String)),
  })
  await distribute(knex, { shards: 4 })
  expect(await clusterOf(knex)).toMatchObject({ role: 'coordinator', isDistributed: true })
  expect(await clusterOf(worker)).toMatchObject({ role: 'worker', isDistributed: true })
  expect(await migrate(knex)).toEqual([])
  expect(await migrate(worker)).toEqual([])
  expect(await startupProblems({ knex: worker, clock: { now: () => new Date() } })).toEqual([])
})

test('a distribution that fails at any table changes nothing, and the next one is complete', async () => {
  await accountFixture(adapters)
  const before = await contentsOf(knex)
  for (const failing of ['account', 'smsc_text', 'webhook_endpoint']) {
    const broken = distribute(knex, {
      shards: 4,
      onTable: ({ name }) => {
        if (name === failing) throw new Error('Killed')
      },
    })
    await expect(broken).rejects.toThrow('Killed')
    expect(await tablesToDistribute(knex)).toHaveLength(TABLES.length + 1)
  }
  await distribute(knex, { shards: 4 })
  expect(await contentsOf(knex)).toEqual(before)
})

test('a distribution that ended before the tables were analyzed and the own copies emptied is completed', async () => {
  const { account } = await accountFixture(adapters)
  await fillAccount(knex, account.id, 10)
  await distribute(knex, { shards: 4 })
  await refillOwnCopy(knex)
  expect(await ownCopies(knex)).toEqual(['draft'])
  expect(await analyzedRows(knex, 'draft')).toBe(0)
  const before = await contentsOf(knex)
  await distribute(knex)
  expect(await ownCopies(knex)).toEqual([])
  expect(await analyzedRows(knex, 'draft')).toBe(1)
  expect(await contentsOf(knex)).toEqual(before)
})

test('a table that a migration has added is distributed by migrate, and only through the coordinator', async () => {
  await distribute(knex, { shards: 4 })
  await knex.raw(`select undistribute_table('draft')`)
  const added = [{ id: '9999-added', sql: 'alter table contact add column planted text' }]
  const known = await knex.raw<{ rows: { id: string }[] }>('select id from carillon_migration order by id')
  const migrations = [...known.rows.map(({ id }) => ({ id, sql: '' })), ...added]
  await expect(migrate(worker, {}, migrations)).rejects.toThrow(
    'The database lacks the migration 9999-added, and this is a worker node of its Citus cluster: run carillon migrate with the URL of the coordinator',
  )
  expect(await migrate(knex, {}, migrations)).toEqual(['9999-added'])
  expect(await tablesToDistribute(knex)).toEqual([])
  expect(await migrate(worker, {}, migrations)).toEqual([])
})

/** The count of each table's rows, and a sum over their contents. */
async function contentsOf(on: Knex): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {}
  for (const table of TABLES) {
    const { rows } = await on.raw<{ rows: [object] }>(
      `select count(*)::integer as count, coalesce(sum(hashtext(stored::text)::bigint), 0)::text as sum from ?? as stored`,
      [table],
    )
    contents[table] = rows[0]
  }
  return contents
}

/** The tables whose rows the coordinator still has besides those on the nodes. */
async function ownCopies(on: Knex): Promise<readonly string[]> {
  const { rows } = await on.raw<{ rows: { name: string }[] }>(
    'select logicalrelid::text as name from pg_dist_partition where pg_relation_size(logicalrelid) > 0 order by 1',
  )
  return rows.map(({ name }) => name)
}

/** The number of rows that the planners of the nodes expect. */
async function analyzedRows(on: Knex, table: string): Promise<number> {
  const { rows } = await on.raw<{ rows: { rows: string }[] }>(
    `select result as rows
       from run_command_on_shards(:table, $$ select greatest(reltuples, 0) from pg_class where oid = '%s'::regclass $$)`,
    { table },
  )
  return rows.reduce((sum, shard) => sum + Number(shard.rows), 0)
}

/** Distributes a table again without emptying the own copy, as a crash after the commit would leave it. */
async function refillOwnCopy(on: Knex) {
  await on.raw(`select undistribute_table('draft')`)
  await on.raw(`
    insert into draft (account_id, id, version, body, numbers, form, created_by, created_at, updated_by, updated_at)
    select id, 'dft_1', 1, 'Hi', '{}', '{}', 'ann', '2026-03-01', 'ann', '2026-03-01' from account limit 1`)
  await on.raw(`select create_distributed_table('draft', 'account_id', colocate_with => 'job')`)
}
