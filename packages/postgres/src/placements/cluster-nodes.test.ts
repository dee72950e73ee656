import { afterEach, expect, test } from '@jest/globals'
import type { AccountId } from '@carillon/core'
import makeKnex from 'knex'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { ClusterNodes } from './cluster-nodes.js'
import type { Layout } from './layout.js'
import { Nodes } from './nodes.js'

const closings: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

test('nodes that refuse connections or never answer are down, each with its accounts', async () => {
  const [refusing, silent] = [await refusingPort(), await silentPort()]
  const nodes = clusterNodes([refusing, silent])
  const down = { isUp: false, waitedMs: null }
  const expected = [
    { name: `127.0.0.1:${refusing}`, accounts: 2, ...down },
    { name: `127.0.0.1:${silent}`, accounts: 0, ...down },
  ]
  expect(await nodes.read()).toEqual(expected)
  expect(await Promise.all([nodes.read(), nodes.read()])).toEqual([expected, expected])
})

test('after they were closed, they open no connections', async () => {
  let connections = 0
  const nodes = clusterNodes([await silentPort({ onConnection: () => connections++ })])
  await nodes.close()
  expect(await nodes.read()).toMatchObject([{ isUp: false }])
  expect(connections).toBe(0)
})

/** Nodes at these ports, with two accounts at the first of them. */
function clusterNodes(ports: readonly number[]) {
  const nodes = ports.map((port, group) => ({ host: '127.0.0.1', port, group, isOwn: group === 0 }))
  const [first, ...others] = nodes.map((node, i) => ({ id: `${i}`, node, tables: new Map([['job', `job_${i}`]]) }))
  const shards = [first!, ...others]
  const layout: Layout = {
    nodes,
    copies: null,
    shards: new Map(shards.map((shard) => [shard.id, shard])),
    shardOf: new Map(['acc_ann', 'acc_bob', 'service'].map((owner) => [owner as AccountId, first!.id])),
  }
  const host = makeKnex({ client: 'pg', connection: { host: '127.0.0.1', port: ports[0]!, database: 'texts' } })
  const connections = new Nodes(host, {})
  const made = new ClusterNodes({
    nodes: connections,
    clock: { now: () => new Date() },
    layout: async () => layout,
    timeoutMs: 50,
  })
  closings.push(
    () => host.destroy(),
    () => connections.close(),
    () => made.close(),
  )
  return made
}

/** A port that nobody listens at. */
async function refusingPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** A port that takes connections, and never answers. */
async function silentPort({ onConnection = () => {} }: { readonly onConnection?: () => void } = {}): Promise<number> {
  const server = createServer((socket) => {
    onConnection()
    closings.push(() => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closings.push(() => server.close())
  return (server.address() as AddressInfo).port
}
