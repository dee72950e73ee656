import { CarillonError } from './carillon-error.js'
import type { Method, PathOf } from './operation.js'

/**
 * When a request may be tried again. `always`: doing it twice is doing it once. `by-key`: an idempotency key makes it
 * so. `undone`: only where it is certain that nothing was done.
 */
export type Repeats = 'always' | 'by-key' | 'undone'

const BY_KEY: ReadonlySet<string> = new Set<PathOf<'POST'>>([
  '/api/v1/messaging/message',
  '/api/v1/messaging/broadcast',
  '/api/v1/messaging/batch',
  '/api/v1/messaging/broadcast/schedules',
])

/** They show something, or bring about a state in which they change nothing. */
const ALWAYS: ReadonlySet<string> = new Set<PathOf<'POST'>>([
  '/api/v1/messaging/preview',
  '/api/v1/messaging/broadcast/{broadcastId}/cancel',
  '/api/v1/messaging/batch/{broadcastId}/cancel',
  '/api/v1/messaging/broadcast/{broadcastId}/retry',
  '/api/v1/messaging/batch/{broadcastId}/retry',
  '/api/v1/contacts/by-phone/{phoneNumber}/groups/{groupId}',
  '/admin/v1/apply',
  '/admin/v1/accounts/{name}/contact-lists',
])

export function repeatsOf(method: Method, path: string): Repeats {
  if (method !== 'POST' || ALWAYS.has(path)) return 'always'
  return BY_KEY.has(path) ? 'by-key' : 'undone'
}

/** Refused ahead of any work: it did not arrive, or there were too many. */
const UNDONE: ReadonlySet<number | undefined> = new Set([408, 429])
/** A server or a proxy in trouble, which may have done it all the same. */
const PASSING: ReadonlySet<number | undefined> = new Set([500, 502, 503, 504])

export function mayRepeat(error: CarillonError, repeats: Repeats): boolean {
  const { status, retryAfterMs } = error
  // What conflicts but names a time is only not done yet, such as the first request with this key.
  if (UNDONE.has(status) || (status === 409 && retryAfterMs !== undefined)) return true
  return mayHaveArrived(error) && repeats !== 'undone'
}

/** Whether what failed so may have been done all the same. */
export function mayHaveArrived({ reason, status }: CarillonError): boolean {
  return reason === 'unreachable' || reason === 'timeout' || PASSING.has(status)
}

/** They answer with nothing, and what they have taken away is not found any more. */
const REMOVALS: ReadonlySet<string> = new Set<PathOf<'DELETE'>>([
  '/api/v1/messaging/broadcast/schedules/{scheduleId}',
  '/admin/v1/accounts/{name}/keys/{keyId}',
  '/admin/v1/accounts/{name}/webhooks/{webhookId}',
])

/** Whether a removal finds nothing to remove, which an earlier try of it may have removed. */
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

/** Anywhere up to a bound that doubles, so that clients which failed together do not come back together. */
export function backOffMs({ retries, retryAfterMs, random }: Failed): number {
  if (retryAfterMs !== undefined) return retryAfterMs + random() * BACK_OFF_MS
  return random() * Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** retries)
}
