import { Client, type buildConnector } from 'undici'
import { guardedConnector, type GuardedConnectorOptions } from './guarded-connector.js'

/** One connection to an origin, for one post after the other. */
export type Connection = {
  readonly origin: string
  readonly client: Client
  /** Whether it is in use for more than the first time. */
  readonly isReused: boolean
}

/** Of all origins together; beyond it, the one that has waited longest is ended. */
const IDLE_MAX = 256
/** Unless the receiver names a time itself. */
const IDLE_MS = 4_000
const IDLE_LONGEST_MS = 60_000

/**
 * Keeps what was used for the next post to the same origin. It holds nothing of an origin beyond its open sockets, so
 * that ten thousand origins cost no more than a few.
 */
export class Connections {
  /** How to end each. */
  readonly #open = new Map<Client, AbortController>()
  readonly #connected = new WeakSet<Client>()
  /** The longest waiting first. */
  readonly #idle: Connection[] = []
  #isClosed = false

  constructor(private readonly options: GuardedConnectorOptions) {}

  /** The one of the origin that was used last, or a new one. */
  take(origin: string): Connection {
    const at = this.#idle.findLastIndex((connection) => connection.origin === origin)
    const [found] = at === -1 ? [] : this.#idle.splice(at, 1)
    return found === undefined ? this.make(origin) : { ...found, isReused: true }
  }

  /** One that is connected when it is first used. */
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

  /** The post is through, and nothing more of it will come. */
  keep(connection: Connection): void {
    if (!this.#connected.has(connection.client) || connection.client.destroyed) return this.end(connection)
    this.#idle.push(connection)
    if (this.#idle.length > IDLE_MAX) this.end(this.#idle[0]!)
  }

  /** Now, whatever it is doing. */
  end({ client }: Pick<Connection, 'client'>): void {
    const at = this.#idle.findIndex((connection) => connection.client === client)
    if (at !== -1) this.#idle.splice(at, 1)
    const ending = this.#open.get(client)
    this.#open.delete(client)
    client.destroy(null, () => undefined)
    // A client that is still connecting would leave its socket to itself.
    ending?.abort()
  }

  /** Ends all; posts that are under way have no answer. */
  close(): void {
    this.#isClosed = true
    for (const client of [...this.#open.keys()]) this.end({ client })
  }

  /** The receiver has ended it while it waited. */
  #forget(client: Client): void {
    if (this.#idle.some((connection) => connection.client === client)) this.end({ client })
  }
}

/** A client connects again by itself; here it is as good as its connection. */
function onlyOnce(connect: buildConnector.connector): buildConnector.connector {
  let isUsed = false
  return (options, callback) => {
    if (isUsed) return callback(new Error('The receiver has ended the connection'), null)
    isUsed = true
    connect(options, callback)
  }
}
