import type { Readable } from 'node:stream'
import { Agent, request, type Dispatcher } from 'undici'
import { readClientConfig, type ClientConfig } from '../config.js'
import { fileOf, findKeptSecret } from '../kept-secret.js'
import { ToldError } from '../told-error.js'
import type { Shell } from './shell.js'

export type AdminRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** How long the server may take to begin, or to go on. Left out, it may take its time. */
  readonly timeoutMs?: number
}

export type AdminStreamRequest = Omit<AdminRequest, 'body' | 'timeoutMs'> & {
  readonly accept: string
  readonly upload?: { readonly contentType: string; readonly bytes: Readable }
}

export type AdminClient = {
  /**
   * Throws a ToldError when the server cannot be reached or refuses: a ServerAway where that may pass, a RequestRefused
   * when it says why.
   */
  call<T>(request: AdminRequest): Promise<T>
  /** Resolves as soon as the answer begins, which may be while the upload still goes on. */
  stream(request: AdminStreamRequest): Promise<Readable>
  close(): Promise<void>
}

/** It cannot be reached, breaks off, or says itself that it cannot serve at the moment. */
export class ServerAway extends ToldError {}

/** What the server said, by its own error envelope. */
export class RequestRefused extends ToldError {
  constructor(
    message: string,
    readonly code: number,
    readonly fields: readonly FieldFault[],
  ) {
    super(message)
  }
}

export type FieldFault = { readonly field: string; readonly message: string }

/** Runs `work` with a client of the server that CARILLON_URL names, and lets the connections go behind it. */
export async function withAdminClient<T>(
  { env, interrupted }: Shell,
  work: (client: AdminClient) => Promise<T>,
): Promise<T> {
  const client = createAdminClient(await accessOf(readClientConfig(env)), interrupted)
  try {
    return await work(client)
  } catch (error) {
    if (interrupted.aborted && !(error instanceof ToldError)) throw new ToldError('Interrupted', { cause: error })
    throw error
  } finally {
    await client.close()
  }
}

type Access = { readonly url: string; readonly token: string; readonly tokenSource: string }

async function accessOf({ url, adminToken, dataDir }: ClientConfig): Promise<Access> {
  if (adminToken !== null) return { url, token: adminToken, tokenSource: 'CARILLON_ADMIN_TOKEN' }
  const place = { dataDir, name: 'admin-token' } as const
  const token = await findKeptSecret(place)
  if (token !== null) return { url, token, tokenSource: fileOf(place) }
  throw new ToldError(
    `No admin token: set CARILLON_ADMIN_TOKEN, or CARILLON_DATA_DIR to the server's data folder (${fileOf(place)} is not there)`,
  )
}

function createAdminClient(access: Access, signal: AbortSignal): AdminClient {
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } })
  const send = (options: Sending) => sendOver(agent, access, { ...options, signal })
  return {
    async call<T>({ body, timeoutMs = 0, ...rest }: AdminRequest) {
      const upload = body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }
      const patience = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
      const answer = await send({ ...rest, ...patience, accept: 'application/json', ...upload })
      const text = await answer.body.text().catch((error: Error) => {
        throw signal.aborted ? error : unreachable(error, access)
      })
      return (text === '' ? undefined : parsed(text, access)) as T
    },
    async stream({ upload, ...rest }) {
      const body = upload === undefined ? {} : { body: upload.bytes, contentType: upload.contentType }
      return (await send({ ...rest, ...body })).body
    },
    close: () => agent.destroy(),
  }
}

type Sending = Omit<AdminStreamRequest, 'upload'> & {
  readonly body?: string | Readable
  readonly contentType?: string
  readonly headersTimeout?: number
  readonly bodyTimeout?: number
}
type Interruptible = { readonly signal: AbortSignal }

async function sendOver(agent: Agent, access: Access, sending: Sending & Interruptible) {
  const { path, query, accept, contentType, ...rest } = sending
  const answer = await request(`${access.url}/admin/v1${path}`, {
    ...rest,
    ...(query === undefined ? {} : { query }),
    dispatcher: agent,
    headers: {
      accept,
      authorization: `Bearer ${access.token}`,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
  }).catch((error: Error) => {
    if (rest.signal.aborted) throw error
    throw unreachable(error, access)
  })
  if (answer.statusCode >= 400) throw await errorOf(answer, access)
  if (answer.statusCode >= 300) throw notCarillon(access)
  return answer
}

function unreachable(error: Error, { url }: Access): ServerAway {
  const { code, message } = error as NodeJS.ErrnoException
  const reason = code === 'ECONNREFUSED' ? 'nothing listens there' : message || code
  return new ServerAway(`No Carillon server at ${url} (${reason}): is it running? CARILLON_URL says where to look`, {
    cause: error,
  })
}

/** A proxy says so, or the server itself. Other faults of a server do not pass by being waited for. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504])

async function errorOf(answer: Dispatcher.ResponseData, access: Access): Promise<ToldError> {
  const problem = problemIn(await answer.body.text().catch(() => ''))
  if (AWAY.has(answer.statusCode))
    return new ServerAway(problem?.message ?? notCarillon(access, answer.statusCode).message)
  if (problem === null) return notCarillon(access, answer.statusCode)
  if (answer.statusCode !== 401) return new RequestRefused(problem.message, problem.code, problem.details?.fields ?? [])
  return new ToldError(`The server at ${access.url} does not accept the admin token from ${access.tokenSource}`)
}

type Problem = { code: number; message: string; details?: { fields?: FieldFault[] } }

function problemIn(text: string): Problem | null {
  try {
    const problem = JSON.parse(text) as Partial<Problem> | null
    return typeof problem?.code === 'number' && typeof problem.message === 'string' ? (problem as Problem) : null
  } catch {
    return null
  }
}

function parsed(text: string, access: Access): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notCarillon(access)
  }
}

function notCarillon({ url }: Access, status?: number): ToldError {
  const answered = status === undefined ? 'something else' : `status ${status}`
  return new ToldError(`${url} does not answer like a Carillon server, but with ${answered}: is CARILLON_URL right?`)
}

/** Names may hold anything, also a slash. */
export function pathOf(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
}
