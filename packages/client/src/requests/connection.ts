import { readJson, brokenOff, refusalOf, timedOut, unreachable, type Trace } from '../answers.js'
import { CarillonError } from '../carillon-error.js'
import { DEFAULT_LIMITS, sleep, type CallOptions, type ClientOptions } from '../client-options.js'
import { CursorPages, type CursorPage } from './cursor-pages.js'
import { linesOf } from './lines.js'
import type { AnswerOf, CursorItemOf, InputOf, ItemOf, Method, PathOf, Page } from './operation.js'
import { Pages } from './pages.js'
import { bucketOf, RateLimits } from './rate-limits.js'
import { backOffMs, isGone, mayHaveArrived, mayRepeat, repeatsOf } from './repeats.js'
import { addressOf, baseOf, bodyOf, type Sendable } from './sendable.js'

/** The input may be omitted only if the operation requires none. */
export type Arguments<Input> = object extends Input ? [(Input & CallOptions)?] : [Input & CallOptions]

export type Streaming = CallOptions & Sendable & { readonly accept: string }

type Call = CallOptions & Sendable & { readonly method: Method; readonly path: string; readonly accept?: string }

type Limits = { readonly trace: Trace; readonly until: number }

type Reading<T> = (response: Response, trace: Trace) => Promise<T>

/** Sends requests to the service. A call may need several tries, but never takes effect twice. */
export class Connection {
  readonly #base: string
  readonly #authorization: string
  readonly #options: ClientOptions
  readonly #rateLimits: RateLimits

  constructor(authorization: string, options: ClientOptions) {
    this.#base = baseOf(options.url)
    this.#authorization = authorization
    this.#options = options
    this.#rateLimits = new RateLimits({ now: this.#now, sleep: this.#sleep })
  }

  readonly #now = () => (this.#options.now ?? Date.now)()
  readonly #sleep = (ms: number, signal?: AbortSignal) => (this.#options.sleep ?? sleep)(ms, signal)
  readonly #random = () => (this.#options.random ?? Math.random)()

  request<M extends Method, P extends PathOf<M>>(method: M, path: P, ...[input]: Arguments<InputOf<M, P>>) {
    return this.#exchange({ ...input, method, path }, readJson) as Promise<AnswerOf<M, P>>
  }

  /** A page has 100 entries by default, which is the maximum. */
  list<P extends PathOf<'GET'>>(path: P, input: Sendable & CallOptions = {}): Pages<ItemOf<P>> {
    const { query = {}, ...rest } = input
    const readPage = (page: number) => {
      const call = { ...rest, method: 'GET', path, query: { limit: 100, ...query, page } } as const
      return this.#exchange(call, readJson) as Promise<Page<ItemOf<P>>>
    }
    return new Pages(readPage, Number(query['page'] ?? 1))
  }

  /** A step has 100 entries by default, which is the maximum. */
  listByCursor<P extends PathOf<'GET'>>(path: P, input: Sendable & CallOptions = {}): CursorPages<CursorItemOf<P>> {
    const { query: { cursor: first = null, ...query } = {}, ...rest } = input
    const readStep = (cursor: string | null) => {
      const step = { limit: 100, ...query, ...(cursor !== null && { cursor }) }
      const call = { ...rest, method: 'GET', path, query: step } as const
      return this.#exchange(call, readJson) as Promise<CursorPage<CursorItemOf<P>>>
    }
    return new CursorPages(readStep, first === null ? null : String(first))
  }

  /** The whole response, as text. */
  text(method: Method, path: string, streaming: Streaming): Promise<string> {
    return this.#exchange({ ...streaming, method, path }, (response) => response.text())
  }

  /** Resolves when the response begins. No timeout applies to the rest of the stream. */
  stream(method: Method, path: string, streaming: Streaming): Promise<ReadableStream<Uint8Array>> {
    return this.#exchange({ ...streaming, method, path }, async (response) => bodyIn(response))
  }

  /** Yields the JSON of each line as it arrives. */
  async *lines<T>(method: Method, path: string, streaming: Streaming): AsyncGenerator<T, void, undefined> {
    const begun = async (...parts: Parameters<Reading<unknown>>) => parts
    const [response, trace] = await this.#exchange({ ...streaming, method, path }, begun)
    try {
      yield* linesOf<T>(bodyIn(response))
    } catch (error) {
      throw eitherOf(this.#options.signal, streaming.signal)?.aborted ? error : brokenOff(error, response, trace)
    }
  }

  async #exchange<T>(given: Call, read: Reading<T>): Promise<T> {
    const signal = eitherOf(this.#options.signal, given.signal)
    const call = { ...given, signal }
    const { deadlineMs, retriesMax, waitMaxMs } = { ...DEFAULT_LIMITS, ...set(this.#options), ...set(call) }
    const repeats = repeatsOf(call.method, call.path)
    const { body, contentType, idempotencyKey } = bodyOf(call, repeats, this.#newKey)
    const until = this.#now() + deadlineMs
    let mayBeDone = false
    for (let retries = 0; ; retries++) {
      const trace = { base: this.#base, now: this.#now, idempotencyKey, retries }
      await this.#admit(call, { trace, until })
      try {
        return await this.#attempt({ ...call, body, contentType }, read, { trace, until })
      } catch (error) {
        signal?.throwIfAborted()
        if (mayBeDone && isGone(error, call)) return undefined as T
        if (!(error instanceof CarillonError) || retries >= retriesMax || !mayRepeat(error, repeats)) throw error
        if (body instanceof ReadableStream) throw error
        mayBeDone ||= mayHaveArrived(error)
        const waitMs = backOffMs({ retries, retryAfterMs: error.retryAfterMs, random: this.#random })
        if (waitMs > waitMaxMs || this.#now() + waitMs >= until) throw error
        await this.#sleep(waitMs, signal)
      }
    }
  }

  /** Throws if the rate limit requires a longer wait than the call allows. */
  async #admit(call: Call, { trace, until }: Limits): Promise<void> {
    const bucket = bucketOf(call.method, call.path)
    if (bucket === null) return
    const { waitMaxMs } = { ...DEFAULT_LIMITS, ...set(this.#options), ...set(call) }
    const bounded = Math.min(waitMaxMs, until - this.#now())
    const tooLongMs = await this.#rateLimits.admit(bucket, { signal: call.signal, waitMaxMs: bounded })
    if (tooLongMs !== null) throw noneLeft(tooLongMs, trace)
  }

  async #attempt<T>(call: Call, read: Reading<T>, { trace, until }: Limits): Promise<T> {
    const { timeoutMs } = { ...DEFAULT_LIMITS, ...set(this.#options), ...set(call) }
    const bucket = bucketOf(call.method, call.path)
    const boundedMs = Math.min(timeoutMs, until - this.#now())
    return this.#within(boundedMs, call.signal, trace, async (signal) => {
      const response = await this.#fetch(call, signal).catch((error: unknown) => {
        if (bucket !== null) this.#rateLimits.settle(bucket, null)
        throw unreachable(error, trace)
      })
      if (bucket !== null) this.#rateLimits.settle(bucket, response.headers)
      try {
        if (!response.ok) throw await refusalOf(response, trace)
        return await read(response, trace)
      } catch (error) {
        throw error instanceof CarillonError ? error : brokenOff(error, response, trace)
      }
    })
  }

  /** Aborts `work` after the timeout; a stream that `work` has already returned may continue. */
  async #within<T>(
    ms: number,
    outer: AbortSignal | undefined,
    trace: Trace,
    work: (signal: AbortSignal) => Promise<T>,
  ) {
    const [late, done] = [new AbortController(), new AbortController()]
    const signal = outer === undefined ? late.signal : AbortSignal.any([outer, late.signal])
    if (ms !== Infinity)
      this.#sleep(ms, done.signal).then(
        () => late.abort(),
        () => {},
      )
    try {
      return await work(signal)
    } catch (error) {
      outer?.throwIfAborted()
      throw late.signal.aborted ? timedOut(ms, trace) : error
    } finally {
      done.abort()
    }
  }

  #fetch({ method, accept = 'application/json', body, contentType, ...call }: Call, signal: AbortSignal) {
    const send = this.#options.fetch ?? fetch
    const headers = {
      accept,
      authorization: this.#authorization,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    }
    const streamed = body instanceof ReadableStream ? { duplex: 'half' } : {}
    // Following a redirect could send the request to another party.
    const init = { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body }), ...streamed }
    return send(addressOf(this.#base, call), init as RequestInit)
  }

  readonly #newKey = () => (this.#options.uuid ?? (() => crypto.randomUUID()))()
}

function eitherOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one === undefined || other === undefined ? (one ?? other) : AbortSignal.any([one, other])
}

function bodyIn({ body }: Response): ReadableStream<Uint8Array> {
  return body ?? new Blob([]).stream()
}

/** Returns the options without undefined values. */
function set({ timeoutMs, deadlineMs, retriesMax, waitMaxMs }: CallOptions): Partial<typeof DEFAULT_LIMITS> {
  const given = Object.entries({ timeoutMs, deadlineMs, retriesMax, waitMaxMs })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function noneLeft(waitMs: number, { idempotencyKey, retries }: Trace): CarillonError {
  const fields = { idempotencyKey, retries, retryAfterMs: waitMs }
  const message = `The rate limit is exhausted for ${Math.ceil(waitMs / 1_000)} s, which is longer than the wait limit of this call`
  return new CarillonError({ ...fields, message, reason: 'refused', status: 429, code: 33002 })
}
