import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Whether the database is temporarily unavailable: the connection failed or was lost, the server is starting, stopping
 * or out of connections, a statement took too long, all connections in the pool were busy for too long, or this process
 * refused more work for it.
 */
export function isOutage(error: unknown): boolean {
  const { name, code, message } = signsOf(error)
  if (isConnectionLost(error) || BUSY_NAMES.has(name)) return true
  return UNREACHED_CODE.test(code) || REFUSED_CODE.test(code) || message.startsWith(CONNECTING_TOOK_TOO_LONG)
}

/** Whether the work can simply run again, because it conflicted with other work or lost its connection. */
export function isPassing(error: unknown): boolean {
  return isConnectionLost(error) || CONFLICT_CODE.test(signsOf(error).code)
}

function isConnectionLost(error: unknown): boolean {
  const { code, message } = signsOf(error)
  return LOST_CODE.test(code) || LOST_MESSAGE.test(message) || LOST_NODE.test(message)
}

/** By name, because the service may have loaded several copies of a class. */
const BUSY_NAMES: ReadonlySet<string> = new Set(['KnexTimeoutError', 'Overloaded'])

/** The server shut down, crashed or is starting, or the connection was lost. */
const LOST_CODE = /^(57P0[123]|08...|ECONNRESET|EPIPE)$/

/** The driver's own errors have no codes, and knex puts the statement before the driver's message. */
const LOST_MESSAGE = /(^| - )(Connection terminated|Client has encountered a connection error and is not queryable)/

/** Citus has lost its connection to a node during a transaction, which it reports without an SQLSTATE. */
const LOST_NODE =
  /(^| - )(failure on connection marked as essential|terminating connection due to unexpected postmaster exit|server closed the connection|failed to complete COPY on)/

/** Deadlock, serialization failure, or too long a wait for a lock, which may be a deadlock over two nodes. */
const CONFLICT_CODE = /^(40P01|40001|55P03)$/

/** From Node: a host that cannot be reached, or a socket file that is missing because its server is not running. */
const UNREACHED_CODE = /^(ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT|ENOTCONN)$/

/** Too many connections, an idle session that timed out, or a statement that ran for too long. */
const REFUSED_CODE = /^(53300|57P05|57014)$/

/** The driver's message when a connection is not ready in time. */
const CONNECTING_TOOK_TOO_LONG = 'timeout expired'

function signsOf(error: unknown): { readonly name: string; readonly code: string; readonly message: string } {
  const { name, code, message } = (error ?? {}) as Partial<Record<'name' | 'code' | 'message', unknown>>
  return { name: String(name), code: String(code), message: String(message) }
}

const ATTEMPTS_MAX = 6
const BACK_OFF_MS = 20

/** Runs `work` again, a limited number of times, after an error that `work` did not cause. */
export async function withRetries<T>(work: () => Promise<T>, { attemptsMax = ATTEMPTS_MAX } = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attemptsMax || !isPassing(error)) throw error
    }
    await sleep(Math.random() * BACK_OFF_MS * 2 ** attempt)
  }
}
