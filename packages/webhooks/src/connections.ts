import { Client, type buildConnector } from 'undici'
import { guardedConnector, type GuardedConnectorOptions } from './guarded-connector.js'

/** One connection to an origin, used for one post at a time. */
export type Connection = {
  readonly origin: string
  readonly client: Client
  /** Whether the connection has already been used for an earlier post. */
  readonly isReused: boolean
}

/** The limit for all origins together. Beyond it, the connection that has been idle longest is closed. */
const IDLE_MAX = 256
/** How long a connection may be idle, unless the receiver specifies a time. */
const IDLE_MS = 4_000
const IDLE_LONGEST_MS = 60_000

/**
 * Keeps used connections for the next post to the same origin. It stores nothing for an origin except the open sockets,
 * so ten thousand origins need no more memory than a few.
 */
export class Connections {
  /** All open clients, each with the controller that aborts it. */
  readonly #open = new Map<Client, AbortController>()
  readonly #connected = new WeakSet<Client>()
  /** Longest idle first. */
  readonly #idle: Connection[] = []
  #isClosed = false

  constructor(private readonly options: GuardedConnectorOptions) {}

  /** The most recently used idle connection of the origin, or a new one. */
  take(origin: string): Connection {
    const at = this.#idle.findLastIndex((connection) => connection.origin === origin)
    const [found] = at === -1 ? [] : this.#idle.splice(at, 1)
    return found === undefined ? this.make(origin) : { ...found, isReused: true }
  }

  /** A new connection, which connects on first use. */
  make(origin: string): Connection {
    const ending = new AbortController()
    const client = new Client(origin, {
      connect: onlyOnce(guardedConnector(this.options, ending.signal)),
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_LONGEST_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    client.on('connect', () => this.#connected.add(client))
    client.on('disconnect', () => {
      this.#connected.delete(client)
      this.#forget(client)
    })
    this.#open.set(client, ending)
    if (this.#isClosed) this.end({ client })
    return { origin, client, isReused: false }
  }

  /** Makes the connection idle again. Call it only after the response is complete. */
  keep(connection: Connection): void {
    if (!this.#connected.has(connection.client) || connection.client.destroyed) return this.end(connection)
    this.#idle.push(connection)
    if (this.#idle.length > IDLE_MAX) this.end(this.#idle[0]!)
  }

  /** Closes the connection immediately, even during a post. */
  end({ client }: Pick<Connection, 'client'>): void {
    const at = this.#idle.findIndex((connection) => connection.client === client)
    if (at !== -1) this.#idle.splice(at, 1)
    const ending = this.#open.get(client)
    this.#open.delete(client)
    client.destroy(null, () => undefined)
    // Destroying a client that is still connecting would leave its socket open.
    ending?.abort()
  }

  /** Closes all connections. Posts in progress get no response. */
  close(): void {
    this.#isClosed = true
    for (const client of [...this.#open.keys()]) this.end({ client })
  }

  /** Removes an idle connection that the receiver has closed. */
  #forget(client: Client): void {
    if (this.#idle.some((connection) => connection.client === client)) this.end({ client })
  }
}

/** Prevents the client from reconnecting by itself, because each client represents exactly one connection. */
function onlyOnce(connect: buildConnector.connector): buildConnector.connector {
  let isUsed = false
  return (options, callback) => {
    if (isUsed) return callback(new Error('The receiver closed the connection'), null)
    isUsed = true
    connect(options, callback)
  }
}
