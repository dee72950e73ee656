import { CarillonError } from '../carillon-error.js'
import type { Method, PathOf } from './operation.js'

/**
 * When a request may be retried. `always`: it is idempotent. `by-key`: an idempotency key makes it
 * idempotent. `undone`: only if it certainly had no effect.
 */
export type Repeats = 'always' | 'by-key' | 'undone'

const BY_KEY: ReadonlySet<string> = new Set<PathOf<'POST'>>([
  '/api/v1/messaging/message',
  '/api/v1/messaging/broadcast',
  '/api/v1/messaging/batch',
  '/api/v1/messaging/broadcast/schedules',
])

/** POST operations that only read, or that have no further effect when repeated. */
const ALWAYS: ReadonlySet<string> = new Set<PathOf<'POST'>>([
  '/api/v1/messaging/preview',
  '/api/v1/messaging/broadcast/{broadcastId}/cancel',
  '/api/v1/messaging/batch/{broadcastId}/cancel',
  '/api/v1/messaging/broadcast/{broadcastId}/retry',
  '/api/v1/messaging/batch/{broadcastId}/retry',
  '/api/v1/contacts/by-phone/{phoneNumber}/groups/{groupId}',
  '/admin/v1/apply',
  '/admin/v1/accounts/{name}/contact-lists',
  '/admin/v1/carriers/{carrier}/check',
])

export function repeatsOf(method: Method, path: string): Repeats {
  if (method !== 'POST' || ALWAYS.has(path)) return 'always'
  return BY_KEY.has(path) ? 'by-key' : 'undone'
}

/** The request was refused before any work: it did not arrive completely, or there were too many requests. */
const UNDONE: ReadonlySet<number | undefined> = new Set([408, 429])
/** A server or a proxy failed temporarily: the request may have taken effect anyway. */
const PASSING: ReadonlySet<number | undefined> = new Set([500, 502, 503, 504])

export function mayRepeat(error: CarillonError, repeats: Repeats): boolean {
  const { status, retryAfterMs } = error
  // A conflict with a Retry-After is temporary: for example, the first request with this key is still in progress.
  if (UNDONE.has(status) || (status === 409 && retryAfterMs !== undefined)) return true
  return mayHaveArrived(error) && repeats !== 'undone'
}

/** Whether a request with this error may have taken effect. */
export function mayHaveArrived({ reason, status }: CarillonError): boolean {
  return reason === 'unreachable' || reason === 'timeout' || PASSING.has(status)
}

/** DELETE operations with an empty response, after which the resource is not found. */
const REMOVALS: ReadonlySet<string> = new Set<PathOf<'DELETE'>>([
  '/api/v1/messaging/broadcast/schedules/{scheduleId}',
  '/admin/v1/accounts/{name}/keys/{keyId}',
  '/admin/v1/accounts/{name}/webhooks/{webhookId}',
])

/** Whether a removal found nothing to remove, perhaps because an earlier try removed it. */
export function isGone(error: unknown, { method, path }: { readonly method: Method; readonly path: string }): boolean {
  const isNotFound = error instanceof CarillonError && error.reason === 'refused' && error.status === 404
  return isNotFound && method === 'DELETE' && REMOVALS.has(path)
}

const BACK_OFF_MS = 500
const BACK_OFF_MAX_MS = 8_000

export type Failed = {
  readonly retries: number
  readonly retryAfterMs: number | undefined
  readonly random: () => number
}

/** A random wait, up to a bound that doubles, so that clients that failed together do not retry together. */
export function backOffMs({ retries, retryAfterMs, random }: Failed): number {
  if (retryAfterMs !== undefined) return retryAfterMs + random() * BACK_OFF_MS
  return random() * Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** retries)
}
