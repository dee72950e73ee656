import type { ClusterNodes, NodeStatus } from '@carillon/postgres'
import { Gauge, type Registry } from 'prom-client'
import { readInTime, type ReadInTimeOptions } from './read-in-time.js'

export type MeasureNodesOptions = Pick<ReadInTimeOptions<unknown>, 'logger' | 'timeoutMs'> & {
  readonly registry: Registry
  readonly nodes: Pick<ClusterNodes, 'read'>
}

/** Measures the nodes of a Citus cluster at each scrape. On one Postgres, the gauges have no values. */
export function measureNodes({ registry, nodes, ...options }: MeasureNodesOptions) {
  const read = readInTime({ read: () => nodes.read(), failure: 'the nodes could not be read', ...options })
  /** The value of a node is null if it is unknown. */
  const gauge = (name: string, help: string, valueOf: (node: NodeStatus) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['node'] as const,
      registers: [registry],
      async collect() {
        const found = await read()
        this.reset()
        for (const node of found) {
          const value = valueOf(node)
          if (value !== null) this.set({ node: node.name }, value)
        }
      },
    })
  return {
    up: gauge('carillon_node_up', '1 if this process reaches the node directly and it answers, else 0', ({ isUp }) =>
      isUp ? 1 : 0,
    ),
    accounts: gauge('carillon_node_accounts', 'Accounts whose rows are on the node', ({ accounts }) => accounts),
    waits: gauge(
      'carillon_node_jobs_wait_seconds',
      'How long the oldest due job of the accounts of a node has waited for a worker; 0 if none is due',
      ({ waitedMs }) => waitedMs && waitedMs / 1_000,
    ),
  }
}
