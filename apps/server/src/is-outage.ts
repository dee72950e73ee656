import { isNetworkFailure } from '@carillon/http'

/**
 * Whether the database is out of reach for the moment: the connection cannot be made or broke, the server starts,
 * stops or has no place left, or all connections of the pool were busy for too long.
 */
export function isOutage(error: unknown): boolean {
  if (isNetworkFailure(error)) return true
  if (!(error instanceof Error)) return false
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'KnexTimeoutError' || NO_SOCKET.includes(code ?? '')) return true
  return PASSING_CODE.test(code ?? '') || PASSING_MESSAGE.test(message)
}

/** Of the embedded database: its socket is gone while it does not run. */
const NO_SOCKET = ['ENOENT', 'ENOTCONN']
const PASSING_CODE = /^(08...|57P0[1235]|53300|57014)$/
const PASSING_MESSAGE = /^(Connection terminated|timeout expired|Client has encountered a connection error)/
