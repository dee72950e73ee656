import {
  isoOf,
  type AccountId,
  type Delivery,
  type DeliveryAttempt,
  type EventId,
  type TriedDelivery,
  type WebhookEndpointId,
} from '@carillon/core'

export type DeliveryRow = {
  readonly account_id: AccountId
  readonly endpoint_id: WebhookEndpointId
  readonly event_id: EventId
  readonly type: Delivery['type']
  readonly status: Delivery['status']
  readonly tries: number
  readonly attempts: number
  readonly next_at: Date | null
  readonly created_at: Date
  readonly ended_at: Date | null
}

export type AttemptRow = {
  readonly number: number
  readonly attempt_at: Date
  readonly took_ms: number
  readonly answer: DeliveryAttempt['answer']
}

export type TriedRow = ReturnType<typeof toTriedRow>

/** The columns that `fromRow` reads. */
export const DELIVERY_COLUMNS = [
  'account_id',
  'endpoint_id',
  'event_id',
  'type',
  'status',
  'tries',
  'attempts',
  'next_at',
  'created_at',
  'ended_at',
]
  .map((column) => `webhook_delivery.${column}`)
  .join(', ')

/** The columns that `fromAttemptRow` reads. */
export const ATTEMPT_COLUMNS = `
    webhook_attempt.number, webhook_attempt.at as attempt_at, webhook_attempt.took_ms, webhook_attempt.answer`

/** A row with an attempt and the delivery after it. The response is JSON text, because it can contain any character. */
export function toTriedRow({ after, attempt }: TriedDelivery) {
  return {
    endpoint_id: after.endpoint,
    event_id: after.event,
    number: attempt.number,
    at: isoOf(attempt.at),
    took_ms: attempt.tookMs,
    answer: JSON.stringify(attempt.answer),
    status: after.status,
    tries: after.tries,
    attempts: after.attempts,
    next_at: after.nextAt && isoOf(after.nextAt),
    ended_at: after.endedAt && isoOf(after.endedAt),
  }
}

export function fromRow(row: DeliveryRow): Delivery {
  return {
    account: row.account_id,
    endpoint: row.endpoint_id,
    event: row.event_id,
    type: row.type,
    status: row.status,
    tries: row.tries,
    attempts: row.attempts,
    nextAt: row.next_at,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}

export function fromAttemptRow({ number, attempt_at: at, took_ms: tookMs, answer }: AttemptRow): DeliveryAttempt {
  return { number, at, tookMs, answer }
}
