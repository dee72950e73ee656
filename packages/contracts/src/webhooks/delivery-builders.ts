import type { Delivery, DeliveryAttempt, WebhookResponse } from '@carillon/core'
import { NOW, ids, type Of } from '../fixtures/builders.js'

/** A delivery that is due now, without an attempt. */
export function aDelivery(given: Of<Delivery>): Delivery {
  return {
    endpoint: ids.next('whk'),
    event: ids.next('evt'),
    type: 'contacts.group.opted_in',
    status: 'pending',
    tries: 0,
    attempts: 0,
    nextAt: NOW,
    createdAt: NOW,
    endedAt: null,
    ...given,
  }
}

/** The first attempt of a delivery, which succeeded. */
export function anAttempt(given: Partial<DeliveryAttempt> = {}): DeliveryAttempt {
  return { number: 1, at: NOW, tookMs: 12, answer: aWebhookResponse(204), ...given }
}

export function aWebhookResponse(status: number, excerpt = ''): WebhookResponse {
  return { kind: 'answered', status, retryAfterMs: null, excerpt }
}
