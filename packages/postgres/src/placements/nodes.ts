import makeKnex, { type Knex } from 'knex'
import { isolatedKnex, forwardEvents } from '../connection/isolated-knex.js'
import { Pipelines } from '../connection/pipelines.js'
import type { NodeConnections } from '../connection/route.js'
import { prefixOf, type InSchema } from '../connection/schema-name.js'
import { LOOK_UP_ALL } from '../sql/join-strategy.js'
import { connectionAt, connectionTo, connectionWithin } from './connection-at.js'
import type { NodeAddress } from './layout.js'
import { NodeUrls } from './node-urls.js'

/** Connections for sends that are tried alone, and may wait for a row. Those that are gathered never wait for rows. */
const ALONE_MAX = 3

/** The connections of this process to one node. */
class Node implements NodeConnections {
  readonly pipelines: Pipelines
  /** For single sends: separate, so that gathered sends do not wait behind one that waits for a lock. */
  readonly gathered: Pipelines
  readonly alone: Pipelines

  constructor(
    readonly knex: Knex,
    { schema }: InSchema,
  ) {
    this.pipelines = new Pipelines(knex, { schema })
    this.gathered = new Pipelines(knex, { schema, pipelinesMax: 1, settings: LOOK_UP_ALL })
    this.alone = new Pipelines(knex, { schema, pipelinesMax: ALONE_MAX, settings: LOOK_UP_ALL })
  }

  async close(): Promise<void> {
    await Promise.all([this.pipelines, this.gathered, this.alone].map((open) => open.close()))
  }
}

export type NodesOptions = InSchema & {
  /** For nodes that this process reaches at other addresses than Citus does. */
  readonly nodeUrls?: readonly string[] | undefined
}

/** The nodes of a cluster, each with connections like those of the given knex. They are opened when they are needed. */
export class Nodes {
  readonly home: Node
  #isClosed = false
  readonly #urls: NodeUrls
  readonly #others: { readonly node: Node; readonly host: Knex }[] = []

  constructor(
    private readonly host: Knex,
    private readonly options: NodesOptions,
  ) {
    const knexTo = (url: string) => knexLike(host, { connection: connectionTo(connectionOf(host), url) })
    this.#urls = new NodeUrls({ urls: options.nodeUrls ?? [], home: host, knexTo })
    this.home = new Node(isolatedKnex(host, options), options)
  }

  /** Null if the node cannot be reached, or does not let this user hold shards. */
  async connect(address: NodeAddress): Promise<Node | null> {
    if (address.isOwn) return (await isFit(this.host, address, this.options)) ? this.home : null
    let host: Knex | null = null
    try {
      host = knexLike(this.host, { connection: await this.connectionFor(address) })
      if (!this.#isClosed && (await isFit(host, address, this.options)) && !this.#isClosed) {
        const node = new Node(isolatedKnex(host, this.options), this.options)
        this.#others.push({ node, host })
        return node
      }
    } catch {
      // It is reached through the node of the process.
    }
    await host?.destroy()
    return null
  }

  /** One connection, with a time limit for opening it. */
  async connectOnce(address: NodeAddress, timeoutMs: number): Promise<Knex> {
    const connection = connectionWithin(await this.connectionFor(address), timeoutMs)
    const pool = { ...(this.host.client.config as Knex.Config).pool, min: 0, max: 1, acquireTimeoutMillis: timeoutMs }
    return knexLike(this.host, { connection, pool })
  }

  async connectionFor(address: NodeAddress): Promise<Connection> {
    const own = connectionOf(this.host)
    if (address.isOwn) return own
    const url = await this.#urls.to(address)
    return url === null ? connectionAt(own, address) : connectionTo(own, url)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.home.close()
    for (const { node, host } of this.#others) {
      await node.close()
      await host.destroy()
    }
  }
}

/**
 * Whether it is the node that Citus has at the address: another one may answer there, such as a pooler. Only an owner of the
 * tables may hold their shards.
 */
export async function isFit(
  knex: Knex,
  { group }: NodeAddress,
  { schema, timeoutMs }: InSchema & { readonly timeoutMs?: number },
): Promise<boolean> {
  const asking = knex.raw<{ rows: { group: number; owns: boolean }[] }>(FITNESS, { table: `${prefixOf(schema)}job` })
  const { rows } = await (timeoutMs === undefined ? asking : asking.timeout(timeoutMs))
  return rows[0]?.group === group && rows[0].owns
}

const FITNESS = `
  select own.groupid as "group", pg_has_role(job.relowner, 'usage') as owns
    from pg_dist_local_group as own
   cross join pg_class as job
   where job.oid = to_regclass(:table)`

type Connection = Knex.Config['connection']

function connectionOf(host: Knex): Connection {
  return (host.client.config as Knex.Config).connection
}

function knexLike(host: Knex, changes: object): Knex {
  const own = makeKnex({ ...(host.client.config as Knex.Config), ...changes } as Knex.Config)
  forwardEvents(own, host)
  return own
}
