import { Pool } from 'undici'

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
  /** The carrier certainly has not got the request: no connection, or no time, before its first byte was written. */
  | { readonly kind: 'not-sent'; readonly because: 'unreachable' | 'no-time' }
  /** The carrier may have got the request: the connection broke, or the deadline passed, after it was begun. */
  | { readonly kind: 'no-answer' }

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
  exchange({ path, headers, ...request }: HttpRequest, deadlineMs: number): Promise<HttpExchange> {
    const all = { ...this.options.headers, ...headers }
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let abort = () => {}
      let isBegun = false
      let hasEnded = false
      let bytes = 0
      let head: { readonly status: number; readonly headers: Headers } | null = null

      const end = (exchange: HttpExchange) => {
        clearTimeout(timer)
        hasEnded = true
        resolve(exchange)
      }
      const breakOff = (because: 'unreachable' | 'no-time') => {
        end(isBegun ? { kind: 'no-answer' } : { kind: 'not-sent', because })
        abort()
      }
      const leftMs = Math.max(0, deadlineMs - READING_MS)
      const endsAt = performance.now() + leftMs
      const timer = setTimeout(() => breakOff('no-time'), leftMs)

      this.#pool.dispatch(
        { ...request, path: this.#prefix + path, headers: all },
        {
          onRequestStart(controller) {
            abort = () => controller.abort(new Error('The request has ended'))
            // A connection can become free after the time is over, but before the timer has fired.
            if (performance.now() >= endsAt && !hasEnded) breakOff('no-time')
            if (hasEnded) abort()
            else isBegun = true
          },
          onResponseStart(_controller, status, received) {
            // Skips informational responses.
            if (status >= 200) head = { status, headers: received as Headers }
          },
          onResponseData(_controller, chunk) {
            bytes += chunk.length
            if (bytes > BODY_BYTES_MAX) breakOff('no-time')
            else chunks.push(Buffer.from(chunk))
          },
          onResponseEnd() {
            if (head === null) breakOff('unreachable')
            else end({ kind: 'answered', ...head, body: Buffer.concat(chunks).toString('utf8') })
          },
          onResponseError() {
            breakOff('unreachable')
          },
        },
      )
    })
  }

  /** Ends the idle connections, and waits for the requests in progress. */
  async close(): Promise<void> {
    await this.#pool.close()
  }
}
