import { CarillonAdmin, CarillonError, type ClientOptions } from '@carillon/client'
import { Agent, fetch, type RequestInit } from 'undici'
import { findKeptSecret, secretFileOf } from '../../secrets/kept-secret.js'
import { readClientConfig, type ClientConfig } from '../../settings/config.js'
import { UserError } from '../../settings/user-error.js'
import type { Shell } from '../../terminal/shell.js'

/** The server cannot be reached, breaks the connection, or responds that it is unavailable. */
export class ServerUnavailable extends UserError {}

/** The server refused the request with its error envelope. */
export class RequestRefused extends UserError {
  constructor(
    message: string,
    readonly code: number,
    readonly fields: readonly FieldFault[],
  ) {
    super(message)
  }
}

export type FieldFault = { readonly field: string; readonly message: string }

/** Turns the error of a call into a message for the operator; returns any other error unchanged. */
export type ExplainError = (error: unknown) => unknown

/**
 * Runs `work` with a client for the server at CARILLON_URL, and closes the connections afterwards. Throws a
 * UserError if the server cannot be reached or refuses: ServerUnavailable if a retry may help, RequestRefused if the
 * server gives a reason.
 */
export async function withAdmin<T>(
  shell: Shell,
  work: (admin: CarillonAdmin, explain: ExplainError) => Promise<T>,
): Promise<T> {
  const { env, interrupted } = shell
  const access = await accessOf(readClientConfig(env))
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } })
  const explain: ExplainError = (error) => (error instanceof CarillonError ? toUserError(error, access) : error)
  try {
    return await work(
      new CarillonAdmin({ ...access, ...CALL_LIMITS, signal: interrupted, fetch: over(agent) }),
      explain,
    )
  } catch (error) {
    if (interrupted.aborted && !(error instanceof UserError)) throw new UserError('Interrupted', { cause: error })
    throw explain(error)
  } finally {
    await agent.destroy()
  }
}

/** No retries, so that the operator sees a failure at once; no timeout, because some requests take a long time. */
const CALL_LIMITS = { retriesMax: 0, timeoutMs: Infinity, deadlineMs: Infinity } as const

function over(dispatcher: Agent): NonNullable<ClientOptions['fetch']> {
  const send = (input: unknown, init: unknown) => fetch(String(input), { ...(init as RequestInit), dispatcher })
  // The `fetch` of undici and the global one differ only in their type declarations.
  return send as unknown as NonNullable<ClientOptions['fetch']>
}

type Access = { readonly url: string; readonly token: string; readonly tokenSource: string }

async function accessOf({ url, adminToken, dataDir }: ClientConfig): Promise<Access> {
  if (adminToken !== null) return { url, token: adminToken, tokenSource: 'CARILLON_ADMIN_TOKEN' }
  const place = { dataDir, name: 'admin-token' } as const
  const token = await findKeptSecret(place)
  if (token !== null) return { url, token, tokenSource: secretFileOf(place) }
  throw new UserError(
    `No admin token: set CARILLON_ADMIN_TOKEN, or CARILLON_DATA_DIR to the server's data folder (there is no ${secretFileOf(place)})`,
  )
}

/** Statuses that mean that the server, or a proxy, is unavailable. Waiting does not help with other 5xx statuses. */
const UNAVAILABLE: ReadonlySet<number | undefined> = new Set([502, 503, 504])

function toUserError(error: CarillonError, access: Access): UserError {
  const { reason, status, code, message, details } = error
  if (reason === 'unreachable' || reason === 'timeout') return unreachable(error, access)
  const isFromService = reason === 'refused' && code !== undefined
  if (UNAVAILABLE.has(status))
    return new ServerUnavailable(isFromService ? message : notCarillon(access, status).message)
  if (!isFromService) return notCarillon(access, status)
  const isChecked = details?.['retryAfterSeconds'] === undefined
  if (status !== 401 || !isChecked) return new RequestRefused(message, code, details?.fields ?? [])
  return new UserError(`The server at ${access.url} does not accept the admin token from ${access.tokenSource}`)
}

function unreachable(error: CarillonError, { url }: Access): UserError {
  if (CERTIFICATE_FAULTS.has(innermost(error).code)) {
    return new UserError(
      `The certificate of ${url} is not accepted (${reasonOf(error)}): CARILLON_URL must use a host name of the certificate. For a private certificate authority, set NODE_EXTRA_CA_CERTS to the file with its certificate`,
      { cause: error },
    )
  }
  return new ServerUnavailable(
    `No Carillon server at ${url} (${reasonOf(error)}): check that it is running, and that CARILLON_URL is its address`,
    { cause: error },
  )
}

/** The message of the underlying system error, which `fetch` wraps in its own error. */
export function reasonOf(error: CarillonError): string {
  const { code, message } = innermost(error)
  if (code !== undefined && code in IN_PLAIN_WORDS) return IN_PLAIN_WORDS[code]!
  return message || code || error.message
}

const IN_PLAIN_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not use HTTPS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not use HTTPS',
}

/** The codes of certificate errors in Node: from OpenSSL's verification, and from Node itself. */
const CERTIFICATE_FAULTS: ReadonlySet<string | undefined> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

function innermost(error: CarillonError): NodeJS.ErrnoException {
  const outer = error.cause as Error | undefined
  return (outer?.cause ?? outer ?? error) as NodeJS.ErrnoException
}

function notCarillon({ url }: Access, status?: number): UserError {
  const isSuccess = status === undefined || status < 400
  const received = isSuccess ? 'something else' : `status ${status}`
  return new UserError(`${url} is not a Carillon server: it responded with ${received}. Check CARILLON_URL`)
}
