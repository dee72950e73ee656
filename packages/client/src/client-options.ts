/** Timeouts and retries of a call. Options of a client apply to all its calls; options of a call override them. */
export type CallOptions = {
  /** Aborts the call, even during a wait; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Limits one try, until the whole response has arrived or, for a stream, until it begins. Default: 30 s. */
  readonly timeoutMs?: number | undefined
  /** Limits all tries together, with the waits between them. Default: 120 s. */
  readonly deadlineMs?: number | undefined
  /** The maximum number of retries. Default: 4. */
  readonly retriesMax?: number | undefined
  /** The longest wait before a try. A call that would have to wait longer fails. Default: 60 s. */
  readonly waitMaxMs?: number | undefined
}

export type ClientOptions = CallOptions & {
  /** The base URL of the service, such as `https://sms.example.com`; its path is prefixed to every request path. */
  readonly url: string
  /** Replaces the global `fetch`, for tests, proxies or old runtimes. */
  readonly fetch?: typeof fetch | undefined
  /** Resolves after the duration; rejects with the reason of the signal on abort. */
  readonly sleep?: Sleep | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  /** Returns a random number from 0 to just under 1. */
  readonly random?: (() => number) | undefined
  /** Makes idempotency keys. */
  readonly uuid?: (() => string) | undefined
}

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const DEFAULT_LIMITS = { timeoutMs: 30_000, deadlineMs: 120_000, retriesMax: 4, waitMaxMs: 60_000 } as const

/** The longest delay of a JavaScript timer. */
const TIMER_MAX_MS = 2 ** 31 - 1

export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      Math.min(ms, TIMER_MAX_MS),
    )
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
