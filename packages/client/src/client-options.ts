/** How patient a call is. Given to a client it is for all of its calls, given to a call for that one. */
export type CallOptions = {
  /** Ends the call, also while it waits; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** For one try, until all of its answer is there; of a stream, until it begins. 30 s unless told. */
  readonly timeoutMs?: number | undefined
  /** For all tries and the waits between them. 120 s unless told. */
  readonly deadlineMs?: number | undefined
  /** How often it is tried again. 4 times unless told. */
  readonly retriesMax?: number | undefined
  /** The longest wait before a try, whoever asks for it: beyond it the call fails at once. 60 s unless told. */
  readonly waitMaxMs?: number | undefined
}

export type ClientOptions = CallOptions & {
  /** Where the service is, such as `https://sms.example.com`; a path in it goes before every other. */
  readonly url: string
  /** What a test, a proxy or an old runtime puts in the place of its own. */
  readonly fetch?: typeof fetch | undefined
  /** Resolves after so long; rejects with the reason of the signal once that is aborted. */
  readonly sleep?: Sleep | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  /** From 0 to just under 1. */
  readonly random?: (() => number) | undefined
  /** Makes idempotency keys. */
  readonly uuid?: (() => string) | undefined
}

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const PATIENCE = { timeoutMs: 30_000, deadlineMs: 120_000, retriesMax: 4, waitMaxMs: 60_000 } as const

/** Timers count no further. */
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
