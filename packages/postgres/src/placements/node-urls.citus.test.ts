import { afterEach, expect, test } from '@jest/globals'
import { aContact, accountFixture } from '@carillon/contracts'
import type { AccountId } from '@carillon/core'
import { connect as connectTo, createServer, type AddressInfo } from 'node:net'
import { connect } from '../connection/connect.js'
import { onPostgres } from '../on-postgres.js'
import { givenCluster } from '../testing/citus-cluster.js'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.js'

const cluster = givenCluster()!
const WRITES_A_SHARD = /insert into contact_\d+ as contact/

const closings: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

test('statements to a node go to the URL that was given for it, and otherwise to the address that Citus has', async () => {
  const database = await openTestDatabase()
  const accounts = await accountsOnAllNodes(database)
  const [first, second] = await Promise.all(cluster.workers.map((worker) => proxyTo(worker, nameOf(database))))
  const unitOfWork = adaptersOf(database, [second!.url])
  for (const account of accounts) await unitOfWork.run(({ contacts }) => contacts.add([aContact({ account })]))
  expect(second!.received()).toMatch(WRITES_A_SHARD)
  expect(first!.received()).toBe('')
})

test('URLs of other databases, and URLs that do not answer, are not used', async () => {
  const database = await openTestDatabase()
  const accounts = await accountsOnAllNodes(database)
  const other = await proxyTo(cluster.workers[1]!, 'postgres')
  const unitOfWork = adaptersOf(database, ['postgresql://carillon@127.0.0.1:1/carillon', other.url])
  for (const account of accounts) await unitOfWork.run(({ contacts }) => contacts.add([aContact({ account })]))
  expect(other.received()).toContain('pg_control_system')
  expect(other.received()).not.toMatch(WRITES_A_SHARD)
  for (const account of accounts) {
    expect(await database.unitOfWork.run(({ contacts }) => contacts.after(account, null, 10))).toHaveLength(1)
  }
})

function nameOf({ url }: TestDatabase): string {
  return new URL(url).pathname.slice(1)
}

/** So many that each node has one of them. */
async function accountsOnAllNodes(database: TestDatabase): Promise<readonly AccountId[]> {
  const { account, neighbour } = await accountFixture(database)
  const accounts = [account.id]
  for (let more = 0; more < 15; more++) accounts.push((await neighbour()).id)
  const { rows } = await database.knex.raw<{ rows: readonly { nodes: number }[] }>(NODES_OF, { accounts })
  expect(rows).toEqual([{ nodes: cluster.workers.length }])
  return accounts
}

const NODES_OF = `
  select count(distinct placement.groupid)::integer as nodes
    from unnest(:accounts::text[]) as account
    join pg_dist_placement as placement
      on placement.shardid = get_shard_id_for_distribution_column('job', account)`

/** Those of a process that has just started. */
function adaptersOf({ knex }: TestDatabase, nodeUrls: readonly string[]) {
  const { unitOfWork, close } = onPostgres({ knex, clock: { now: () => new Date() }, nodeUrls })
  closings.push(close)
  return unitOfWork
}

/** Passes everything to a node, and returns the URL at which it listens, and what it has received. */
async function proxyTo(node: string, database: string) {
  const { hostname, port } = new URL(node)
  let received = ''
  const proxy = createServer((client) => {
    const server = connectTo({ host: hostname, port: Number(port) })
    client.on('data', (chunk) => (received += chunk.toString('latin1')))
    client.pipe(server).pipe(client)
    for (const [end, other] of [
      [client, server],
      [server, client],
    ] as const)
      end.on('error', () => other.destroy())
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  closings.push(() => new Promise((resolve) => proxy.close(resolve)))
  const url = Object.assign(new URL(node), { port: String((proxy.address() as AddressInfo).port), pathname: database })
  await (await connect(url.href)).destroy()
  received = ''
  return { url: url.href, received: () => received }
}
