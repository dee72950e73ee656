import { JOB_LANES, type Clock, type UsageOwner } from '@carillon/core'
import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import { isolatedKnex } from '../connection/isolated-knex.js'
import { prefixOf, type InSchema } from '../connection/schema-name.js'
import { nameOf, SERVICE, type Layout, type NodeAddress } from './layout.js'
import { isFit, type Nodes } from './nodes.js'

/** A node of a Citus cluster, as this process finds it. */
export type NodeStatus = {
  /** Its host and port in Citus. */
  readonly name: string
  /** Whether this process reaches it directly, and it answers within two seconds. */
  readonly isUp: boolean
  /** How many accounts have their rows there. */
  readonly accounts: number
  /** How long the oldest due job of these accounts has waited; 0 if none is due, null if the node has not answered. */
  readonly waitedMs: number | null
}

export type ClusterNodesOptions = InSchema & {
  readonly nodes: Pick<Nodes, 'connectOnce'>
  readonly clock: Clock
  /** Null on one Postgres. */
  readonly layout: () => Promise<Layout | null>
  /** How long each node may take to answer. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 2_000

type Connection = { readonly host: Knex; readonly knex: Knex }

/**
 * The nodes of a Citus cluster, for operators. Has one connection to each, besides those for work, so that it does not wait
 * until one of these is free.
 */
export class ClusterNodes {
  #isClosed = false
  readonly #timeoutMs: number
  /** By the names of the nodes. */
  readonly #connections = new Map<string, Promise<Connection>>()

  constructor(private readonly options: ClusterNodesOptions) {
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  }

  /** All nodes, also those without accounts and those that are down. Empty on one Postgres. */
  async read(): Promise<readonly NodeStatus[]> {
    const layout = await this.options.layout()
    if (layout === null) return []
    const accounts = accountsByNode(layout)
    return Promise.all(
      layout.nodes.map(async (address) => {
        const name = nameOf(address)
        const [isUp, waitedMs] = await Promise.all([
          this.#inTime(() => this.#isUp(address), false),
          this.#inTime(() => this.#longestWait(address, layout), null),
        ])
        if (!isUp) void this.#forget(name)
        return { name, isUp, accounts: accounts.get(name) ?? 0, waitedMs: isUp ? waitedMs : null }
      }),
    )
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#connections.keys()].map((name) => this.#forget(name)))
  }

  /** The next attempt looks for the address of the node again. */
  async #forget(name: string): Promise<void> {
    const connection = this.#connections.get(name)
    this.#connections.delete(name)
    await connection?.then(({ host }) => host.destroy()).catch(() => {})
  }

  /** `otherwise` if it fails or takes too long. */
  #inTime<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
    const asked = Promise.resolve()
      .then(ask)
      .catch(() => otherwise)
    return Promise.race([asked, sleep(this.#timeoutMs, otherwise, { ref: false })])
  }

  async #isUp(address: NodeAddress): Promise<boolean> {
    const { schema } = this.options
    return isFit(await this.#connectionTo(address), address, { schema, timeoutMs: this.#timeoutMs })
  }

  async #longestWait(address: NodeAddress, { shards }: Layout): Promise<number> {
    const here = [...shards.values()].filter(({ node }) => nameOf(node) === nameOf(address))
    const jobs = here.flatMap(({ tables }) => tables.get('job') ?? [])
    if (jobs.length === 0) return 0
    const prefix = prefixOf(this.options.schema)
    const values = { lanes: JOB_LANES, now: this.options.clock.now() }
    const knex = await this.#connectionTo(address)
    const { rows } = await knex
      .raw<{ rows: [WaitRow] }>(longestWaitIn(jobs.map((table) => prefix + table)), values)
      .timeout(this.#timeoutMs)
    return rows[0].waitedMs ?? 0
  }

  async #connectionTo(address: NodeAddress): Promise<Knex> {
    if (this.#isClosed) throw new Error('The connections to the nodes are closed')
    const open = this.#connections.get(nameOf(address)) ?? this.#connect(address)
    this.#connections.set(nameOf(address), open)
    return (await open).knex
  }

  async #connect(address: NodeAddress): Promise<Connection> {
    const host = await this.options.nodes.connectOnce(address, this.#timeoutMs)
    return { host, knex: isolatedKnex(host, this.options) }
  }
}

type WaitRow = { readonly waitedMs: number | null }

function accountsByNode({ shardOf, shards }: Layout): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [owner, shard] of shardOf as ReadonlyMap<UsageOwner, string>) {
    const node = shards.get(shard)?.node
    if (node === undefined || owner === SERVICE) continue
    counts.set(nameOf(node), (counts.get(nameOf(node)) ?? 0) + 1)
  }
  return counts
}

/** One index look-up for each lane in each shard. */
function longestWaitIn(tables: readonly string[]): string {
  const due = tables.map(
    (table) => `(select run_at from ${table} where lane = asked.lane and run_at <= :now order by run_at limit 1)`,
  )
  return `
  select extract(epoch from cast(:now as timestamptz) - min(next_job.run_at))::double precision * 1000 as "waitedMs"
    from unnest(cast(:lanes as text[])) as asked (lane)
   cross join lateral (${due.join(' union all ')}) as next_job`
}
