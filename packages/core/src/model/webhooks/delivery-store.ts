import type { AccountId, EventId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Event, EventBody } from '../events/event.js'
import type { Delivery, DeliveryAttempt, DeliveryStatus, TestEventType } from './delivery.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

/** The events that have left the outbox, and what becomes of them, endpoint by endpoint. */
export interface DeliveryStore {
  /**
   * Takes the oldest events of the account out of the outbox, about `eventsMax`, keeps each, and makes a delivery that
   * is due at `now` for every endpoint of the account that subscribes to its type and is not disabled. An event that
   * was kept before stays as it is, and is not delivered again. What somebody else is taking is left to them.
   */
  fanOut(account: AccountId, options: { readonly now: Date; readonly eventsMax: number }): Promise<FanOut>
  /** Keeps an event for one endpoint alone, with its delivery, due at once. What is there stays as it is. */
  addFor(endpoint: EndpointName, event: StoredEventData, now: Date): Promise<void>
  /**
   * Deliveries of the endpoint that are due at `now`, the longest due first, at most `limit`, without those of
   * `except`.
   */
  due(endpoint: EndpointName, due: DeliveriesDue): Promise<readonly DueDelivery[]>
  /** When the next delivery of the endpoint is due, or was; null when none is to come. */
  nextAt(endpoint: EndpointName): Promise<Date | null>
  /**
   * Stores what became of tries of deliveries of one account, each with its attempt in the log. One that was replayed
   * since it was read is left as it is now, but for the count of its attempts: tell by `tries`. So the replay of one
   * that was on its way for the first time comes to nothing: what it asks for is being done. Of one that is gone by
   * then nothing is stored, and whoever takes one away at that moment takes the attempt too.
   */
  settle(account: AccountId, tried: readonly TriedDelivery[]): Promise<void>
  find(endpoint: EndpointName, event: EventId): Promise<FoundDelivery | null>
  /** The newest event first. */
  list(endpoint: EndpointName, filter: DeliveryFilter, page: PageRequest): Promise<Page<ListedDelivery>>
  /**
   * Makes deliveries due at `now` and tried from the beginning: of the event, or of all that happened in the span,
   * whose types the endpoint subscribes to, also of those that it was never sent; with `status`, of those that are so.
   * An event that was kept for this endpoint alone may be named whatever its type is. Answers how many. Of more than
   * `limit` it does none, and answers null.
   */
  replay(endpoint: Replaying, which: ReplayRequest, options: ReplayOptions): Promise<number | null>
  /** Takes away deliveries of endpoints that are gone, with their attempts, at most `limit`; how many. */
  trim(account: AccountId, limit: number): Promise<number>
}

export type EndpointName = Pick<WebhookEndpoint, 'account' | 'id'>

/** An event as it is kept, and told. */
export type StoredEventData = Pick<Event, 'id' | 'account' | 'at'> & { readonly type: string; readonly data: unknown }

export type FanOut = {
  /** Those that were taken; when there are none, nothing waits, or others have it. */
  readonly events: number
  /** Endpoints that have something to be sent now. */
  readonly endpoints: readonly Pick<WebhookEndpoint, 'id' | 'isSlow'>[]
}

export type DeliveriesDue = {
  readonly now: Date
  readonly limit: number
  readonly except: readonly EventId[]
}

/** With its event as JSON text, in one form at every try. */
export type DueDelivery = { readonly delivery: Delivery; readonly at: Date; readonly data: string }

/** `after`: the delivery, the attempt counted. */
export type TriedDelivery = { readonly after: Delivery; readonly attempt: DeliveryAttempt }

export type ListedDelivery = { readonly delivery: Delivery; readonly last: DeliveryAttempt | null }

/** `data` is JSON text. `attempts`: the first one first. */
export type FoundDelivery = {
  readonly delivery: Delivery
  readonly event: { readonly at: Date; readonly data: string }
  readonly attempts: readonly DeliveryAttempt[]
}

export type DeliveryFilter = {
  readonly status?: DeliveryStatus
  readonly type?: EventBody['type'] | TestEventType
  readonly event?: EventId
}

export type Replaying = Pick<WebhookEndpoint, 'account' | 'id' | 'events'>

export type ReplayRequest =
  | { readonly event: EventId }
  /** From the first instant on and before the second. */
  | { readonly from: Date; readonly to: Date; readonly status: DeliveryStatus | null }

export type ReplayOptions = { readonly now: Date; readonly limit: number }

/** What an endpoint is sent: the same text at every try, since it is signed. */
export function bodyOf({ delivery, at, data }: DueDelivery): string {
  const head = JSON.stringify({ id: delivery.event, type: delivery.type, timestamp: at })
  return `${head.slice(0, -1)},"data":${data}}`
}
