import type { NodeStatus } from '@carillon/postgres'
import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { measureNodes } from './measure-nodes.js'

const UP: NodeStatus = { name: 'node1:5432', isUp: true, accounts: 7, waitedMs: 1_500 }
const IDLE: NodeStatus = { name: 'coordinator:5432', isUp: true, accounts: 0, waitedMs: 0 }
const DOWN: NodeStatus = { name: 'node2:5432', isUp: false, accounts: 5, waitedMs: null }

/** Returns a function to scrape the gauges, the log, and a counter of the calls that read the nodes. */
function open(read: () => Promise<readonly NodeStatus[]>) {
  const [registry, log, calls] = [new Registry(), [] as string[], { times: 0 }]
  const logger = { warn: (_: object, message: string) => void log.push(message) } as never
  const nodes = {
    read: () => {
      calls.times++
      return read()
    },
  }
  measureNodes({ registry, nodes, logger, timeoutMs: 1 })
  const scrape = async () => (await registry.metrics()).split('\n').filter((line) => line.startsWith('carillon_node_'))
  return { scrape, log, calls }
}

test('each scrape reads the nodes once, and exports each, also one that is down', async () => {
  const { scrape, calls } = open(async () => [IDLE, UP, DOWN])
  expect(await scrape()).toEqual([
    'carillon_node_up{node="coordinator:5432"} 1',
    'carillon_node_up{node="node1:5432"} 1',
    'carillon_node_up{node="node2:5432"} 0',
    'carillon_node_accounts{node="coordinator:5432"} 0',
    'carillon_node_accounts{node="node1:5432"} 7',
    'carillon_node_accounts{node="node2:5432"} 5',
    'carillon_node_jobs_wait_seconds{node="coordinator:5432"} 0',
    'carillon_node_jobs_wait_seconds{node="node1:5432"} 1.5',
  ])
  expect(calls.times).toBe(1)
})

test('a node that was removed is no longer exported, and on one Postgres nothing is', async () => {
  const reads = [[IDLE, UP], [IDLE], []]
  const { scrape } = open(async () => reads.shift()!)
  expect((await scrape()).filter((line) => line.includes('node1:5432'))).toHaveLength(3)
  expect((await scrape()).filter((line) => line.includes('node1:5432'))).toEqual([])
  expect(await scrape()).toEqual([])
})

test('if the nodes cannot be read, or not in time, the gauges are omitted, and their values are not repeated', async () => {
  const reads = [async () => [UP], () => Promise.reject(new Error('It broke')), () => new Promise<never>(() => {})]
  const { scrape, log } = open(() => reads.shift()!())
  expect(await scrape()).toHaveLength(3)
  expect(await scrape()).toEqual([])
  expect(log).toEqual(['the nodes could not be read'])
  expect(await scrape()).toEqual([])
})
