import { Pool, type Dispatcher } from 'undici'
import { HEADERS_OF_CONNECTION, isHeaderName, isHeaderValue } from './header-rules.js'

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Appended to the path of the base URL; it may contain a query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export type HttpExchange =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** Names in lower case. */
      readonly headers: Headers
      readonly body: string
    }
  /** The carrier certainly has not got the request. */
  | { readonly kind: 'not-sent'; readonly because: NotSentReason }
  /** The carrier may have got the request: the connection broke, or the deadline passed, after it was begun. */
  | { readonly kind: 'no-answer' }

/** No connection, or no time, before the first byte was written; or HTTP does not allow the request, whoever gets it. */
export type NotSentReason = 'unreachable' | 'no-time' | 'invalid-request'

type Headers = Readonly<Record<string, string | undefined>>

export type HttpClientOptions = {
  /** May contain a path. */
  readonly baseUrl: string
  /** The number of requests at once; the others wait for a connection. */
  readonly connections: number
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The part of a deadline that is reserved for reading what has arrived. */
const READING_MS = 50
/** With less time than this, a request would only end with an unknown outcome, so it is not begun. */
const BEGIN_MS = 20
/** A longer answer counts as none. */
const BODY_BYTES_MAX = 262_144
const CONNECT_MS = 2_000
const KEEP_ALIVE_MS = 30_000

/**
 * Requests to one carrier over a bounded number of connections that stay open. Never repeats a request by itself, and
 * follows no redirects: a submission that was repeated would be a second text.
 */
export class HttpClient {
  readonly #pool: Pool
  readonly #prefix: string

  constructor(private readonly options: HttpClientOptions) {
    const { origin, pathname } = new URL(options.baseUrl)
    this.#prefix = pathname.replace(/\/$/, '')
    this.#pool = new Pool(origin, {
      connections: options.connections,
      pipelining: 1,
      connect: { timeout: CONNECT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** Never throws for a failure of the network or the carrier. */
  exchange({ method, path, headers, body }: HttpRequest, deadlineMs: number): Promise<HttpExchange> {
    const all = { ...this.options.headers, ...headers }
    const options = { method, path: this.#prefix + path, headers: all, body: body ?? null }
    if (!isValid(options)) return Promise.resolve({ kind: 'not-sent', because: 'invalid-request' })
    const leftMs = Math.max(0, deadlineMs - READING_MS)
    return new Promise((resolve) => this.#pool.dispatch(options, new Exchange(leftMs, resolve)))
  }

  /** Ends the idle connections, and waits for the requests in progress. */
  async close(): Promise<void> {
    await this.#pool.close()
  }
}

/** One request until its end: undici calls it for each event. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #endsAt: number
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #controller: Dispatcher.DispatchController | null = null
  #hasEnded = false
  #head: { readonly status: number; readonly headers: Headers } | null = null

  constructor(
    leftMs: number,
    private readonly resolve: (exchange: HttpExchange) => void,
  ) {
    this.#endsAt = performance.now() + leftMs
    this.#timer = setTimeout(() => this.#breakOff('no-time'), leftMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A connection often becomes free just when the time of several requests is over.
    if (!this.#hasEnded && performance.now() > this.#endsAt - BEGIN_MS) this.#breakOff('no-time')
    if (this.#hasEnded) abort(controller)
    else this.#controller = controller
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // Skips informational responses.
    if (status >= 200) this.#head = { status, headers }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > BODY_BYTES_MAX) this.#breakOff('no-time')
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    if (this.#head === null) this.#breakOff('unreachable')
    else this.#end({ kind: 'answered', ...this.#head, body: textOf(this.#chunks) })
  }

  onResponseError(): void {
    this.#breakOff('unreachable')
  }

  #breakOff(because: 'unreachable' | 'no-time'): void {
    this.#end(this.#controller === null ? { kind: 'not-sent', because } : { kind: 'no-answer' })
    if (this.#controller !== null) abort(this.#controller)
  }

  #end(exchange: HttpExchange): void {
    clearTimeout(this.#timer)
    this.#hasEnded = true
    this.resolve(exchange)
  }
}

/** After a request that undici finds invalid, its pool never uses the connection again. So none may reach it. */
function isValid({ path, headers }: { readonly path: string; readonly headers: Readonly<Record<string, string>> }) {
  if (!/^\/[\x21-\x7e]*$/.test(path)) return false
  return Object.entries(headers).every(
    ([name, value]) =>
      isHeaderName(name) && isHeaderValue(value) && !HEADERS_OF_CONNECTION.includes(name.toLowerCase()),
  )
}

function abort(controller: Dispatcher.DispatchController): void {
  controller.abort(new Error('The request has ended'))
}

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks
  return first !== undefined && chunks.length === 1 ? first.toString('utf8') : Buffer.concat(chunks).toString('utf8')
}
