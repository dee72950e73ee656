import knex, { type Knex } from 'knex'
import { SILENT } from './isolated-knex.js'
import { IS_PRESET, markPreset, SET_OUTPUT_FORMAT } from './output-format.js'

export type ConnectOptions = {
  readonly poolMax?: number
  /** The name of these connections in `pg_stat_activity`. */
  readonly applicationName?: string
  /** The time limit for opening a connection. */
  readonly timeoutMs?: number
}

const POOL_MAX = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/**
 * Longer than any pause between two statements of a unit of work: after a longer pause, its process is presumably gone.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

/** If the database cannot be reached, fails at once with a one-line message that does not contain the password. */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Knex> {
  const { poolMax = POOL_MAX, applicationName = 'carillon', timeoutMs = CONNECT_TIMEOUT_MS } = options
  const connected = knex({
    client: 'pg',
    connection: { connectionString: url, application_name: applicationName, connectionTimeoutMillis: timeoutMs },
    pool: { min: 0, max: poolMax, afterCreate: configure },
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

type RawConnection = { query(sql: string, done: (error: Error | null, results: readonly Result[]) => void): void }
type Result = { readonly rows: readonly { readonly is_preset?: boolean }[] }

/** Uses a statement instead of a start-up parameter, because a pooler refuses parameters that it does not know. */
function configure(connection: RawConnection, done: (error: Error | null, connection: RawConnection) => void) {
  connection.query(SETTINGS, (error, results) => {
    if (error === null && results[0]?.rows[0]?.is_preset) markPreset(connection)
    done(error, connection)
  })
}

const SETTINGS = `
  ${IS_PRESET};
  set timezone = 'UTC';
  ${SET_OUTPUT_FORMAT};
  set statement_timeout = ${STATEMENT_TIMEOUT_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`

/** A URL with a socket folder in its query may have an empty host, which `URL` does not accept. */
function nameOf(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'))
    return `${searchParams.get('host') ?? hostname}:${port || (searchParams.get('port') ?? '5432')}${pathname}`
  } catch {
    return 'of the given URL'
  }
}

/**
 * Node tries all addresses of a host. If all fail, its error has no message, but contains the error for each address.
 */
function reasonOf(error: unknown): string {
  const { message, errors, code } = error as Partial<AggregateError> & { code?: string }
  return (message || errors?.[0]?.message || code || String(error)).split('\n')[0]!
}
