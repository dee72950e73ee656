import { EXCERPT_MAX, type WebhookResponse } from '../../ports/webhook-sender.js'
import { isId, type AccountId, type EventId, type WebhookEndpointId } from '../../values/ids.js'
import { toStorable } from '../../values/text/text.js'
import { DAY_MS, addMs } from '../../values/time/instant.js'
import type { EventType } from '../events/event.js'

/**
 * One event on its way to one endpoint:
 *
 *     pending --2xx response--> delivered
 *        |`--tried for the last time--> failed
 *        ^                                |
 *        `-----------replayed-------------'   (a delivered one can be replayed too)
 */
export type Delivery = {
  readonly account: AccountId
  readonly endpoint: WebhookEndpointId
  readonly event: EventId
  readonly type: EventType | TestEventType
  readonly status: DeliveryStatus
  /** Tries since the delivery was made or last replayed; the delay before the next try depends on it. */
  readonly tries: number
  /** The total number of tries, which is also the number of the last one. */
  readonly attempts: number
  /** When it is tried next; null once it has ended. */
  readonly nextAt: Date | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Made on demand for one endpoint; nobody subscribes to it. */
export const TEST_EVENT_TYPE = 'webhook.test'
export type TestEventType = typeof TEST_EVENT_TYPE

/** One try of a delivery, as stored in the log. */
export type DeliveryAttempt = {
  /** From 1. */
  readonly number: number
  readonly at: Date
  readonly tookMs: number
  readonly answer: WebhookResponse
}

export function isEventId(text: string): text is EventId {
  return isId('evt', text)
}

/** The delay after each failed try, in order. When the list is used up, the delivery fails. */
export const RETRY_DELAYS_MS = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
] as const

/** Up to this part of the delay is added at random, so that deliveries that failed together are retried apart. */
const JITTER = 0.1
/** A longer `Retry-After` of an endpoint is cut to this. */
const RETRY_AFTER_MAX_MS = DAY_MS

/** The response in a form that every store can keep, whatever the endpoint sent. */
export function storable(answer: WebhookResponse): WebhookResponse {
  const text = (given: string) => toStorable(given.slice(0, EXCERPT_MAX))
  return answer.kind === 'answered'
    ? { ...answer, excerpt: text(answer.excerpt) }
    : { ...answer, message: text(answer.message) }
}

export function isDelivered(answer: WebhookResponse): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status <= 299
}

/** The delivery after an attempt; `chance` (0 to 1) is for the jitter. */
export function afterAttempt(
  delivery: Delivery,
  answer: WebhookResponse,
  { now, chance }: { readonly now: Date; readonly chance: number },
): Delivery {
  const tried = { ...delivery, tries: delivery.tries + 1, attempts: delivery.attempts + 1 }
  if (isDelivered(answer)) return { ...tried, status: 'delivered', nextAt: null, endedAt: now }
  const delayMs = RETRY_DELAYS_MS[delivery.tries]
  if (delayMs === undefined) return { ...tried, status: 'failed', nextAt: null, endedAt: now }
  const askedMs = answer.kind === 'answered' ? Math.min(answer.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS) : 0
  return { ...tried, nextAt: addMs(now, Math.round(Math.max(delayMs, askedMs) * (1 + JITTER * chance))) }
}
