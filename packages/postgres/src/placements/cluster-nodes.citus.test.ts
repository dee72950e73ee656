import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { aJob, accountFixture, after, NOW } from '@carillon/contracts'
import type { AccountId } from '@carillon/core'
import { givenCluster } from '../testing/citus-cluster.js'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.js'
import { ClusterNodes } from './cluster-nodes.js'
import { layoutOf, nameOf, type Layout } from './layout.js'
import { Nodes } from './nodes.js'

const { coordinator, workers } = givenCluster()!
const NAMES = [coordinator, ...workers].map((url) => new URL(url).host)

let database: TestDatabase
let account: AccountId
let fixture: Awaited<ReturnType<typeof accountFixture>>

beforeEach(async () => {
  database = await openTestDatabase({ clock: { now: () => NOW } })
  fixture = await accountFixture(database)
  account = fixture.account.id
})

const closings: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const nodes of closings.splice(0)) await nodes.close()
})

test('every node is up, also the coordinator, and the accounts are counted where their rows are', async () => {
  const others = [await fixture.neighbour(), await fixture.neighbour(), await fixture.neighbour()]
  const layout = await readLayout()
  const counts = new Map<string, number>()
  for (const id of [account, ...others.map((other) => other.id)]) {
    const name = nodeOf(layout, id)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const { clusterNodes } = await database.another()
  expect(await clusterNodes.read()).toEqual(
    NAMES.map((name) => ({ name, isUp: true, accounts: counts.get(name) ?? 0, waitedMs: 0 })),
  )
})

test('the oldest due job counts as the wait of its node only', async () => {
  const jobs = [after(-9), after(-1), after(5)].map((runAt) => aJob({ account, lane: 'bulk', runAt }))
  await fixture.run((stores) => stores.jobs.put(jobs))
  const name = nodeOf(await readLayout(), account)
  const waits = (await database.clusterNodes.read()).map((node) => [node.name, node.waitedMs])
  expect(waits).toEqual(NAMES.map((other) => [other, other === name ? 9_000 : 0]))
})

test('a node at whose address nobody or another node answers is down, and the others stay up', async () => {
  const layout = await readLayout()
  const [first, second, third] = layout.nodes
  const moved = { ...layout, nodes: [first!, { ...second!, isOwn: false, port: first!.port }, { ...third!, port: 1 }] }
  const connections = new Nodes(database.knex, {})
  closings.push(connections)
  const nodes = new ClusterNodes({ nodes: connections, clock: { now: () => NOW }, layout: async () => moved })
  closings.push(nodes)
  expect((await nodes.read()).map(({ isUp, waitedMs }) => ({ isUp, waitedMs }))).toEqual([
    { isUp: true, waitedMs: 0 },
    { isUp: false, waitedMs: null },
    { isUp: false, waitedMs: null },
  ])
})

test('a node that was disabled is listed only while rows are there', async () => {
  const listed: number[][] = []
  const trx = await database.knex.transaction()
  for (const change of [DISABLE_COORDINATOR, 'delete from pg_dist_placement where groupid = 0']) {
    await trx.raw(change)
    listed.push((await layoutOf(trx, {}, null))!.nodes.map(({ group }) => group))
  }
  await trx.rollback()
  expect(listed).toEqual([
    [0, 1, 2],
    [1, 2],
  ])
})

const DISABLE_COORDINATOR = 'update pg_dist_node set isactive = false where groupid = 0'

async function readLayout(): Promise<Layout> {
  return (await layoutOf(database.knex, {}, null))!
}

function nodeOf({ shardOf, shards }: Layout, id: AccountId): string {
  return nameOf(shards.get(shardOf.get(id)!)!.node)
}
