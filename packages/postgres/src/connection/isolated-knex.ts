import type { Knex } from 'knex'
import knex from 'knex'
import type { NamedStatement } from './pipelines.js'
import { beginIn, planNamesIn, type InSchema } from './schema-name.js'
import { TYPE_PARSERS } from './type-parsers.js'

/**
 * A knex of our own on the connections of the given one, which may be somebody else's: what he makes of names and
 * answers, and how he has values read, is his, and he finds his connections as he left them. His pool stays his to end,
 * and he still hears of every statement. Errors of this one do not tell what was bound: that may be personal.
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
  for (const event of EVENTS) own.client.on(event, (...told: unknown[]) => host.client.emit(event, ...told))
  return own
}

const EVENTS = ['start', 'query', 'query-error', 'query-response']

/** Whoever writes JavaScript may have the address of his database at hand, which holds a password. */
export function requireKnex(given: unknown, taker: string) {
  if (typeof given === 'function' && 'client' in given) return
  throw new TypeError(`${taker} takes a knex, got ${outlineOf(given)}`)
}

function outlineOf(given: unknown): string {
  if (given === undefined || given === null) return String(given)
  return typeof given === 'object' ? 'an object' : `a ${typeof given}`
}

/** Better told at the start than by what goes wrong later. */
function refuseUnfit({ isTransaction, client }: Knex) {
  if (isTransaction) throw new TypeError('This takes knex itself and no transaction of it: it makes its own')
  if (client.driverName !== 'pg') throw new TypeError(`This takes a knex with the client pg, not ${client.driverName}`)
  if (client.config.connectionPool !== undefined) {
    throw new TypeError('This takes a knex with a connection, not a connectionPool: some connections stand outside it')
  }
  if (client.connectionSettings?.binary) throw new TypeError('This takes a knex without the setting binary')
}

/** What is used of the client of knex for Postgres, beyond what its types tell. */
type PostgresClient = {
  transaction(...of: unknown[]): Beginning
  acquireRawConnection(): Promise<unknown>
  _query(connection: unknown, query: Query): Promise<unknown>
}
type Beginning = { begin(connection: unknown): unknown; query(connection: unknown, sql: string): unknown }
type Query = { options?: Partial<NamedStatement> & { types?: typeof TYPE_PARSERS } }

const PostgresClient = knex({ client: 'pg' }).client.constructor as new (config: Knex.Config) => PostgresClient

/** Transactions of knex make a client of their own, of the same class: so what differs stands in the class. */
function clientFor(host: Knex, schema: string | undefined) {
  const begin = beginIn(schema)
  const planName = planNamesIn(schema)
  return class extends PostgresClient {
    override transaction(...of: unknown[]) {
      const transaction = super.transaction(...of)
      // It begins when it has a connection, which no transaction has at once.
      transaction.begin = (connection) => transaction.query(connection, begin)
      return transaction
    }

    override _query(connection: unknown, query: Query) {
      const { name } = query.options ?? {}
      query.options = { ...query.options, ...(name && { name: planName(name) }), types: TYPE_PARSERS }
      return super._query(connection, query)
    }

    /** One that the pool knows nothing of, but made as his are: also when he has a function that tells where to. */
    override acquireRawConnection() {
      const { client } = host
      return client.connectionConfigProvider ? client.getPoolSettings({}).create() : client.acquireRawConnection()
    }
  }
}

/** Knex prints errors that it also throws, in plain words on the standard output. */
export const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }
