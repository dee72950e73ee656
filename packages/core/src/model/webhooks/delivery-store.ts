import type { AccountId, EventId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Event, EventBody } from '../events/event.js'
import type { Delivery, DeliveryAttempt, DeliveryStatus, TestEventType } from './delivery.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

/** The events that have left the outbox, and their deliveries by endpoint. */
export interface DeliveryStore {
  /**
   * Takes the oldest events of the account out of the outbox, about `eventsMax`, keeps each, and makes a delivery that
   * is due at `now` for every endpoint of the account that subscribes to its type and is not disabled. An event that
   * was kept before stays unchanged and is not delivered again. Skips events that a concurrent call takes.
   */
  fanOut(account: AccountId, options: { readonly now: Date; readonly eventsMax: number }): Promise<FanOut>
  /** Stores an event for one endpoint only, with a delivery that is due at once. An existing event stays unchanged. */
  addFor(endpoint: EndpointName, event: StoredEventData, now: Date): Promise<void>
  /**
   * Deliveries of the endpoint that are due at `now`, the longest due first, at most `limit`, except those in
   * `except`.
   */
  due(endpoint: EndpointName, due: DeliveriesDue): Promise<readonly DueDelivery[]>
  /** When the next delivery of the endpoint is or was due; null when no delivery is pending. */
  nextAt(endpoint: EndpointName): Promise<Date | null>
  /**
   * Stores the results of tries of one account's deliveries, each with its attempt in the log. If a delivery was
   * replayed after it was read, so that `tries` has changed, only its count of attempts changes. A replay of a delivery
   * during its first try has no effect, because that try is what the replay asks for. Nothing is stored for a delivery
   * that was deleted in the meantime, and a concurrent deletion also removes the attempt.
   */
  settle(account: AccountId, tried: readonly TriedDelivery[]): Promise<void>
  find(endpoint: EndpointName, event: EventId): Promise<FoundDelivery | null>
  /** The newest event first. */
  list(endpoint: EndpointName, filter: DeliveryFilter, page: PageRequest): Promise<Page<ListedDelivery>>
  /**
   * Makes deliveries due at `now` and resets their tries: the delivery of one event, or the deliveries of all events in
   * the span. Covers the types that the endpoint subscribes to, including events that were never sent to it; with
   * `status`, only deliveries with that status. An event that was kept only for this endpoint can be replayed by
   * its id, whatever its type. Returns the number of deliveries; if there are more than `limit`, changes nothing and
   * returns null.
   */
  replay(endpoint: Replaying, which: ReplayRequest, options: ReplayOptions): Promise<number | null>
  /** Deletes deliveries of deleted endpoints, with their attempts, at most `limit`. Returns the number deleted. */
  trim(account: AccountId, limit: number): Promise<number>
}

export type EndpointName = Pick<WebhookEndpoint, 'account' | 'id'>

/** An event as it is stored and sent. */
export type StoredEventData = Pick<Event, 'id' | 'account' | 'at'> & { readonly type: string; readonly data: unknown }

export type FanOut = {
  /** The number of events that were taken; 0 if the outbox is empty or concurrent calls are taking the rest. */
  readonly events: number
  /** Endpoints that have a delivery due now. */
  readonly endpoints: readonly Pick<WebhookEndpoint, 'id' | 'isSlow'>[]
}

export type DeliveriesDue = {
  readonly now: Date
  readonly limit: number
  readonly except: readonly EventId[]
}

/** A delivery with its event as JSON text, which is the same at every try. */
export type DueDelivery = { readonly delivery: Delivery; readonly at: Date; readonly data: string }

/** `after`: the delivery, including this attempt. */
export type TriedDelivery = { readonly after: Delivery; readonly attempt: DeliveryAttempt }

export type ListedDelivery = { readonly delivery: Delivery; readonly last: DeliveryAttempt | null }

/** `data` is JSON text. `attempts`: oldest first. */
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
  /** From `from` (inclusive) to `to` (exclusive). */
  | { readonly from: Date; readonly to: Date; readonly status: DeliveryStatus | null }

export type ReplayOptions = { readonly now: Date; readonly limit: number }

/** The body of the webhook request: the same text at every try, since it is signed. */
export function bodyOf({ delivery, at, data }: DueDelivery): string {
  const head = JSON.stringify({ id: delivery.event, type: delivery.type, timestamp: at })
  return `${head.slice(0, -1)},"data":${data}}`
}
