import makeKnex, { type Knex } from 'knex'
import { isolatedKnex, forwardEvents } from '../connection/isolated-knex.js'
import { Pipelines } from '../connection/pipelines.js'
import type { NodeConnections } from '../connection/route.js'
import type { InSchema } from '../connection/schema-name.js'
import { LOOK_UP_ALL } from '../sql/join-strategy.js'
import type { NodeAddress } from './layout.js'

/** Connections for sends that are tried alone, and may wait for a lock. Those that are gathered never wait for them. */
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

/** The nodes of a cluster, each with connections like those of the given knex. They are opened when they are needed. */
export class Nodes {
  readonly home: Node
  readonly #others: { readonly node: Node; readonly host: Knex }[] = []

  constructor(
    private readonly host: Knex,
    private readonly options: InSchema,
  ) {
    this.home = new Node(isolatedKnex(host, options), options)
  }

  /** Null if the node cannot be reached. */
  async connect(address: NodeAddress): Promise<Node | null> {
    if (address.isOwn) return this.home
    const host = knexAt(this.host, address)
    try {
      await host.raw('select 1')
    } catch {
      await host.destroy()
      return null
    }
    const node = new Node(isolatedKnex(host, this.options), this.options)
    this.#others.push({ node, host })
    return node
  }

  async close(): Promise<void> {
    await this.home.close()
    for (const { node, host } of this.#others) {
      await node.close()
      await host.destroy()
    }
  }
}

function knexAt(host: Knex, { host: name, port }: NodeAddress): Knex {
  const { connection, ...config } = host.client.config as Knex.Config
  const own = makeKnex({ ...config, connection: connectionAt(connection, { name, port }) } as Knex.Config)
  forwardEvents(own, host)
  return own
}

type Connection = Knex.Config['connection']
type Address = { readonly name: string; readonly port: number }

/** The same database, user and settings, at another host and port. */
function connectionAt(connection: Connection, address: Address): Connection {
  if (typeof connection === 'function')
    return async () => connectionAt(await connection(), address) as Knex.StaticConnectionConfig
  if (typeof connection === 'string') return urlAt(connection, address)
  const { connectionString, ...settings } = connection as { readonly connectionString?: string }
  if (connectionString === undefined) return { ...settings, host: address.name, port: address.port }
  return { ...settings, connectionString: urlAt(connectionString, address) }
}

function urlAt(text: string, { name, port }: Address): string {
  const url = new URL(text.replace('@/', '@localhost/'))
  url.hostname = name
  url.port = String(port)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  return url.href
}
