import type { ClientOptions } from '../client-options.js'

/** The result of one request: a response, a broken connection, or no response at all. */
export type SimulatedResponse =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | 'broken'
  | 'silent'

export type SimulatedRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
  readonly atMs: number
}

export const NOW_MS = Date.UTC(2026, 2, 1)
const ACCESS = { url: 'https://sms.example.com', key: 'key_acme', secret: 'the-secret-of-acme' }

/** A service with scripted responses, and a clock that advances only when nothing else is pending. */
export function aSimulation(respond: (request: SimulatedRequest, nth: number) => SimulatedResponse) {
  let nowMs = NOW_MS
  const requests: SimulatedRequest[] = []
  const timers = new Set<{ readonly atMs: number; readonly ring: () => void }>()

  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = { atMs: nowMs + ms, ring: resolve }
      timers.add(timer)
      signal?.addEventListener('abort', () => {
        timers.delete(timer)
        reject(signal.reason)
      })
    })

  let onTheirWay = 0
  const fetched = (input: unknown, init: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal!.reason))
      const { method = 'GET', body } = init
      const text = typeof body === 'string' ? JSON.parse(body) : body
      const one = { method, url: String(input), headers: new Headers(init.headers), body: text, atMs: nowMs }
      requests.push(one)
      const response = respond(one, requests.length)
      if (response === 'silent') return
      onTheirWay++
      setImmediate(() => {
        onTheirWay--
        if (response !== 'broken') return resolve(responseOf(response))
        reject(new TypeError('fetch failed', { cause: new Error('the connection broke') }))
      })
    })

  /** Runs `work` in simulated time, and returns its result. */
  async function simulated<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const over = work.finally(() => (isOver = true))
    over.catch(() => {})
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      const next = [...timers].sort((a, b) => a.atMs - b.atMs)[0]
      if (isOver || onTheirWay > 0 || next === undefined) continue
      timers.delete(next)
      nowMs = next.atMs
      next.ring()
    }
    return over
  }

  const parts = { fetch: fetched as typeof fetch, sleep, now: () => nowMs, random: () => 0.5, uuid: uuids() }
  return { requests, simulated, now: () => nowMs, options: { ...ACCESS, ...parts } satisfies ClientOptions }
}

function uuids() {
  let made = 0
  return () => `key-${++made}`
}

function responseOf({ status, headers, body }: Exclude<SimulatedResponse, string>): Response {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  return new Response(text ?? null, { status, ...(headers && { headers }) })
}

export function refusal(
  status: number,
  code: number,
  headers: Readonly<Record<string, string>> = {},
): SimulatedResponse {
  return { status, headers, body: { code, status, message: `Refused with ${code}`, moreInfo: `https://docs/#${code}` } }
}
