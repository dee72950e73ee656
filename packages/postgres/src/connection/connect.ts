import knex, { type Knex } from 'knex'
import { SILENT } from './isolated-knex.js'
import { SET_OUTPUT_FORMAT } from './output-format.js'

export type ConnectOptions = {
  readonly poolMax?: number
  /** What the database calls these connections, in `pg_stat_activity`. */
  readonly applicationName?: string
  /** How long a new connection may take. */
  readonly timeoutMs?: number
}

const POOL_MAX = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** Longer than any pause between two statements of a unit of work: what waits longer has lost its process. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

/** Fails at once, in one line that has no password in it, when the database cannot be reached. */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Knex> {
  const { poolMax = POOL_MAX, applicationName = 'carillon', timeoutMs = CONNECT_TIMEOUT_MS } = options
  const connected = knex({
    client: 'pg',
    connection: { connectionString: url, application_name: applicationName, connectionTimeoutMillis: timeoutMs },
    pool: { min: 0, max: poolMax, afterCreate: settle },
    log: SILENT,
  })
  try {
    await connected.raw('select 1')
    return connected
  } catch (error) {
    await connected.destroy()
    throw new Error(`The database ${nameOf(url)} cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
}

type RawConnection = { query(sql: string, done: (error: Error | null) => void): void }

/** By statement and not by start-up parameter: a pooler in between refuses parameters that it does not know. */
function settle(connection: RawConnection, done: (error: Error | null, connection: RawConnection) => void) {
  connection.query(SETTINGS, (error) => done(error, connection))
}

const SETTINGS = `
  set timezone = 'UTC';
  ${SET_OUTPUT_FORMAT};
  set statement_timeout = ${STATEMENT_TIMEOUT_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`

/** A folder of sockets stands in the query, and then the place of the host may be empty, which no `URL` can be. */
function nameOf(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'))
    return `${searchParams.get('host') ?? hostname}:${port || (searchParams.get('port') ?? '5432')}${pathname}`
  } catch {
    return 'of the given URL'
  }
}

/** Node tries every address of a name and then has an error without a message, but with all of theirs. */
function reasonOf(error: unknown): string {
  const { message, errors, code } = error as Partial<AggregateError> & { code?: string }
  return (message || errors?.[0]?.message || code || String(error)).split('\n')[0]!
}
