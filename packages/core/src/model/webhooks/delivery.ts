import { EXCERPT_MAX, type WebhookResponse } from '../../ports/webhook-sender.js'
import { isId, type AccountId, type EventId, type WebhookEndpointId } from '../../values/ids.js'
import { toStorable } from '../../values/text/text.js'
import type { EventType } from '../events/event.js'

/**
 * The delivery of one event to one endpoint:
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
  /** The number of tries since the delivery was made or last replayed. It decides the delay before the next try. */
  readonly tries: number
  /** The number of attempts since the delivery was made, which is also the number of the last attempt. */
  readonly attempts: number
  /** When the delivery is tried next; null once it has ended. */
  readonly nextAt: Date | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The type of a test event, made on demand for one endpoint. No endpoint can subscribe to it. */
export const TEST_EVENT_TYPE = 'webhook.test'
export type TestEventType = typeof TEST_EVENT_TYPE

/** One try of a delivery, as stored in the log. */
export type DeliveryAttempt = {
  /** Counted from 1. */
  readonly number: number
  readonly at: Date
  readonly tookMs: number
  readonly answer: WebhookResponse
}

export function isEventId(text: string): text is EventId {
  return isId('evt', text)
}

/** The response in a form that every store can keep, whatever the endpoint sent. */
export function storable(response: WebhookResponse): WebhookResponse {
  const text = (given: string) => toStorable(given.slice(0, EXCERPT_MAX))
  return response.kind === 'answered'
    ? { ...response, excerpt: text(response.excerpt) }
    : { ...response, message: text(response.message) }
}

export function isDelivered(response: WebhookResponse): boolean {
  return response.kind === 'answered' && response.status >= 200 && response.status <= 299
}
