import { expect } from '@jest/globals'
import type { Knex } from 'knex'
import { distribute } from '../schema/distribution/distribute.js'
import { connect } from '../connection/connect.js'
import { migrate } from '../schema/migrations.js'
import { EMPTYING_OF_NODE } from './emptying.js'

/** A Citus cluster on which tests may create databases. Each URL is that of a database of the node. */
export type Cluster = {
  readonly coordinator: string
  readonly workers: readonly string[]
  /** The node that the tests are connected to. */
  readonly through: 'coordinator' | 'worker'
}

export function givenCluster(): Cluster | null {
  const given = process.env['CARILLON_TEST_CITUS']
  return given === undefined ? null : (JSON.parse(given) as Cluster)
}

/** The number of databases that the test file has opened. Test files of a process share this module. */
let opened = { by: '', count: 0 }

/** The next number of this test file, in the name of a database of this process of Jest. */
function nextName(kind: string): string {
  const { testPath = '' } = expect.getState()
  opened = { by: testPath, count: opened.by === testPath ? opened.count + 1 : 1 }
  return `${kind}_${process.env['JEST_WORKER_ID']}_${opened.count}`
}

/**
 * Returns the URL of a database with distributed tables. Making one takes seconds, so later test files of the same
 * process of Jest use it again.
 */
export async function openDistributedDatabase({ coordinator, workers, through }: Cluster): Promise<string> {
  const name = nextName('test')
  const nodes = [coordinator, ...workers]
  if (!(await exists(coordinator, name))) await makeDatabase(nodes, name)
  return databaseOf(through === 'worker' ? workers[0]! : coordinator, name)
}

/** Connections to all nodes, by which the database is emptied. */
export class Emptier {
  private constructor(private readonly nodes: readonly Knex[]) {}

  static async of({ coordinator, workers }: Cluster, url: string): Promise<Emptier> {
    const { pathname } = new URL(url)
    const urls = [coordinator, ...workers].map((node) => databaseOf(node, pathname))
    return new Emptier(await Promise.all(urls.map((node) => connect(node, { poolMax: 1 }))))
  }

  async empty(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.raw(EMPTYING_OF_NODE)))
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.destroy()))
  }
}

async function exists(server: string, name: string): Promise<boolean> {
  return onServer(server, async (knex) => {
    const { rows } = await knex.raw<{ rows: unknown[] }>(
      `select from pg_database where datname = ? and shobj_description(oid, 'pg_database') = 'ready'`,
      [name],
    )
    return rows.length > 0
  })
}

/** Returns the URLs of a new database on each node: of the coordinator, and of the workers. It has no tables. */
export async function openJoinedDatabase({ coordinator, workers }: Cluster) {
  const name = nextName('joined')
  await dropDatabase([coordinator, ...workers], name)
  await joinDatabase([coordinator, ...workers], name)
  return { coordinator: databaseOf(coordinator, name), workers: workers.map((worker) => databaseOf(worker, name)) }
}

async function dropDatabase(nodes: readonly string[], name: string) {
  for (const node of nodes) await onServer(node, (knex) => knex.raw('drop database if exists ?? with (force)', [name]))
}

/** Creates the database on every node, and joins them. */
async function joinDatabase(nodes: readonly string[], name: string) {
  for (const node of nodes) {
    await onServer(node, (knex) => knex.raw('create database ??', [name]))
    await onServer(databaseOf(node, name), (knex) => knex.raw('create extension citus'))
  }
  const [coordinator, ...workers] = nodes
  await onServer(databaseOf(coordinator!, name), async (knex) => {
    await knex.raw('select citus_set_coordinator_host(?, ?)', placeOf(coordinator!))
    for (const worker of workers) await knex.raw('select citus_add_node(?, ?)', placeOf(worker))
  })
}

async function makeDatabase(nodes: readonly string[], name: string) {
  await joinDatabase(nodes, name)
  await onServer(databaseOf(nodes[0]!, name), async (knex) => {
    await migrate(knex)
    await distribute(knex, { shards: 4 })
    await knex.raw(`comment on database ?? is 'ready'`, [name])
  })
}

async function onServer<T>(
  url: string,
  work: (knex: Awaited<ReturnType<typeof connect>>) => PromiseLike<T>,
): Promise<T> {
  const knex = await connect(url, { poolMax: 1 })
  try {
    return await work(knex)
  } finally {
    await knex.destroy()
  }
}

function databaseOf(node: string, name: string): string {
  const url = new URL(node)
  url.pathname = name
  return url.href
}

function placeOf(node: string): [string, number] {
  const { hostname, port } = new URL(node)
  return [hostname, Number(port)]
}
