import type { Knex } from 'knex'
import knex from 'knex'
import type { NamedStatement } from './pipelines.js'
import { beginIn, planNamesIn, type InSchema } from './schema-name.js'
import { TYPE_PARSERS } from './type-parsers.js'

/**
 * A separate knex that uses the connections of the given one, which may belong to a host. It ignores the host's name
 * mappers, response hooks and type parsers, and does not change the connections. The host still owns and closes the
 * pool, and still receives query events for every statement. Errors from this knex do not contain bound values, which
 * may be personal data.
 */
export function isolatedKnex(host: Knex, { schema }: InSchema = {}): Knex {
  refuseUnfit(host)
  const own = knex({
    client: clientFor(host, schema) as unknown as typeof knex.Client,
    connectionPool: host.client.pool,
    pool: host.client.config.pool,
    log: SILENT,
    compileSqlOnError: false,
  })
  forwardEvents(own, host)
  return own
}

/** Listeners for the events of `to` also get those of `from`. */
export function forwardEvents(from: Knex, to: Knex) {
  for (const event of EVENTS) from.client.on(event, (...parameters: unknown[]) => to.client.emit(event, ...parameters))
}

const EVENTS = ['start', 'query', 'query-error', 'query-response']

/** The error does not quote the value: JavaScript callers may pass a URL by mistake, which can contain a password. */
export function requireKnex(given: unknown, taker: string) {
  if (typeof given === 'function' && 'client' in given) return
  throw new TypeError(`${taker} takes a knex, got ${outlineOf(given)}`)
}

function outlineOf(given: unknown): string {
  if (given === undefined || given === null) return String(given)
  return typeof given === 'object' ? 'an object' : `a ${typeof given}`
}

/** Fails at the start, because later errors would be less clear. */
function refuseUnfit({ isTransaction, client }: Knex) {
  if (isTransaction) throw new TypeError('This takes knex itself, not a transaction: it begins its own transactions')
  if (client.driverName !== 'pg') throw new TypeError(`This takes a knex with the client pg, not ${client.driverName}`)
  if (client.config.connectionPool !== undefined) {
    throw new TypeError('This takes a knex with a connection, not a connectionPool: some connections are outside it')
  }
  if (client.connectionSettings?.binary) throw new TypeError('This takes a knex without the setting binary')
}

/** The part of the knex client for Postgres that is used, beyond what its types declare. */
type PostgresClient = {
  transaction(...of: unknown[]): Beginning
  acquireRawConnection(): Promise<unknown>
  _query(connection: unknown, query: Query): Promise<unknown>
}
type Beginning = { begin(connection: unknown): unknown; query(connection: unknown, sql: string): unknown }
type Query = { options?: Partial<NamedStatement> & { types?: typeof TYPE_PARSERS } }

const PostgresClient = knex({ client: 'pg' }).client.constructor as new (config: Knex.Config) => PostgresClient

/** A knex transaction makes a new client of the same class, so the differences are defined in the class. */
function clientFor(host: Knex, schema: string | undefined) {
  const begin = beginIn(schema)
  const planName = planNamesIn(schema)
  return class extends PostgresClient {
    override transaction(...of: unknown[]) {
      const transaction = super.transaction(...of)
      // A new transaction has no connection yet, so it begins when it gets one.
      transaction.begin = (connection) => transaction.query(connection, begin)
      return transaction
    }

    override _query(connection: unknown, query: Query) {
      const { name } = query.options ?? {}
      query.options = { ...query.options, ...(name && { name: planName(name) }), types: TYPE_PARSERS }
      return super._query(connection, query)
    }

    /** A connection outside the pool, made in the same way as the host's, even if a function supplies the settings. */
    override acquireRawConnection() {
      const { client } = host
      return client.connectionConfigProvider ? client.getPoolSettings({}).create() : client.acquireRawConnection()
    }
  }
}

/** Without this, knex not only throws errors, but also prints them, unformatted, to standard output. */
export const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }
