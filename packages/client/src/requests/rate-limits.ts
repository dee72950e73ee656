import type { Sleep } from '../client-options.js'
import type { Method } from './operation.js'

/** The requests that share a rate limit. The admin API has no rate limits. */
export type Bucket =
  'message' | 'broadcast' | 'batch' | 'preview' | `${'schedule' | 'contactApi' | 'messaging'}${Access}`
type Access = 'Read' | 'Write'

const API = '/api/v1'
const SCHEDULES = `${API}/messaging/broadcast/schedules`

/** The bucket of a request; null if the request has no rate limit. */
export function bucketOf(method: Method, path: string): Bucket | null {
  if (!path.startsWith(`${API}/`)) return null
  const access = method === 'GET' ? 'Read' : 'Write'
  if (path.startsWith(SCHEDULES)) return `schedule${access}`
  if (/^\/api\/v1\/(contacts|groups)(\/|$)/.test(path)) return `contactApi${access}`
  const [, sent] = /^\/api\/v1\/messaging\/(message|broadcast|batch|preview)$/.exec(path) ?? []
  if (method === 'GET' || sent === undefined) return `messaging${access}`
  return sent as 'message' | 'broadcast' | 'batch' | 'preview'
}

export type RateLimitsOptions = { readonly now: () => number; readonly sleep: Sleep }

export type Admission = { readonly signal: AbortSignal | undefined; readonly waitMaxMs: number }

type Standing = { left: number; until: number; inFlight: number; changed: () => void; change: Promise<void> }

/**
 * Respects the rate limits in the service's response headers: if the allowance is used up, calls wait in order of
 * arrival. All calls of a client share one instance. Each response also reflects requests by other clients.
 */
export class RateLimits {
  private readonly standings = new Map<Bucket, Standing>()
  private readonly lastWaits = new Map<Bucket, Promise<unknown>>()

  constructor(private readonly clock: RateLimitsOptions) {}

  /** Resolves to null when the call may be sent, or to the duration of the wait that would be too long. */
  async admit(bucket: Bucket, admission: Admission): Promise<number | null> {
    const before = this.lastWaits.get(bucket)
    const wait = this.wait(bucket, admission, before)
    // If a call gives up, the calls behind it still wait for the calls before it.
    const over = Promise.allSettled([before, wait])
    this.lastWaits.set(bucket, over)
    try {
      return await wait
    } finally {
      if (this.lastWaits.get(bucket) === over) this.lastWaits.delete(bucket)
    }
  }

  /** Records the result of a call: the headers of its response, or null if there was none. */
  settle(bucket: Bucket, headers: Headers | null): void {
    const standing = this.standingOf(bucket)
    standing.inFlight--
    const [remaining, resetSeconds] = ['RateLimit-Remaining', 'RateLimit-Reset'].map((name) => numberIn(headers, name))
    if (remaining !== undefined && resetSeconds !== undefined) {
      // The header may not yet include the requests in flight.
      standing.left = Math.max(0, remaining - standing.inFlight)
      standing.until = this.clock.now() + resetSeconds * 1_000
    } else if (headers !== null) standing.left = Infinity
    standing.changed()
    Object.assign(standing, changeable())
  }

  private async wait(bucket: Bucket, { signal, waitMaxMs }: Admission, before: Promise<unknown> | undefined) {
    const giveUpAt = this.clock.now() + waitMaxMs
    const standing = this.standingOf(bucket)
    let isInTime = before === undefined || (await this.isOverBy(giveUpAt, before, signal))
    for (;;) {
      signal?.throwIfAborted()
      const now = this.clock.now()
      if (!isInTime) return Math.max(standing.until - now, 1)
      // At the reset time, lets one request through; its response has the new allowance.
      if (standing.left < 1 && now >= standing.until && standing.inFlight === 0) standing.left = 1
      if (standing.left >= 1) break
      const waitMs = standing.until - now
      if (Math.max(now, standing.until) > giveUpAt) return Math.max(waitMs, 1)
      if (waitMs > 0) await this.clock.sleep(waitMs, signal)
      else isInTime = await this.isOverBy(giveUpAt, standing.change, signal)
    }
    standing.left--
    standing.inFlight++
    return null
  }

  /** Whether the wait ends before `untilMs`. */
  private async isOverBy(untilMs: number, wait: Promise<unknown>, signal: AbortSignal | undefined): Promise<boolean> {
    if (untilMs === Infinity) return unlessAborted(wait, signal).then(() => true)
    const done = new AbortController()
    const tooLate = this.clock.sleep(Math.max(0, untilMs - this.clock.now()), done.signal).then(
      () => false,
      () => true,
    )
    const inTime = unlessAborted(wait, signal).then(() => true)
    return Promise.race([inTime, tooLate]).finally(() => done.abort())
  }

  private standingOf(bucket: Bucket): Standing {
    const known = this.standings.get(bucket)
    if (known !== undefined) return known
    const fresh = { left: Infinity, until: 0, inFlight: 0, ...changeable() }
    this.standings.set(bucket, fresh)
    return fresh
  }
}

async function unlessAborted(wait: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return void (await wait)
  signal.throwIfAborted()
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  await Promise.race([wait, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
}

function changeable(): Pick<Standing, 'change' | 'changed'> {
  let changed = () => {}
  const change = new Promise<void>((resolve) => (changed = resolve))
  return { change, changed }
}

function numberIn(headers: Headers | null, name: string): number | undefined {
  const text = headers?.get(name) ?? ''
  return /^\d+$/.test(text) ? Number(text) : undefined
}
