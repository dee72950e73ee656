import {
  erasedPhoneOf,
  withErasedPhone,
  withoutErasedPhone,
  type AccountId,
  type DeliveriesDue,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryFilter,
  type DeliveryStore,
  type DueDelivery,
  type EndpointName,
  type EventId,
  type FanOut,
  type FoundDelivery,
  type StoredEventData,
  type ListedDelivery,
  type PageRequest,
  type Replaying,
  type ReplayOptions,
  type ReplayRequest,
  type TriedDelivery,
} from '@carillon/core'
import { OLDEST_FIRST } from '../events/event-outbox.js'
import { by, downward, firstOf, pageOf } from '../tables/order.js'
import { deliveryPart, endpointPart } from '../tables/keys.js'
import type { StoredEvent } from '../tables/stored-rows.js'
import type { Tables } from '../tables/tables.js'
import { deliveriesOf, removeDelivery } from './deliveries.js'

type Used = 'outbox' | 'keptEvents' | 'deliveries' | 'deliveryPhones' | 'attempts' | 'webhookEndpoints'

export class MemoryDeliveryStore implements DeliveryStore {
  constructor(private readonly tables: Pick<Tables, Used>) {}

  async fanOut(account: AccountId, { now, eventsMax }: { readonly now: Date; readonly eventsMax: number }) {
    const taken = this.tables.outbox.of(account).toSorted(OLDEST_FIRST).slice(0, eventsMax)
    const endpoints = this.tables.webhookEndpoints.of(account).filter(({ disabled }) => disabled === null)
    const served = new Map<string, FanOut['endpoints'][number]>()
    for (const event of taken) {
      this.tables.outbox.remove(account, event.id)
      const kept = this.keep(event, null)
      if (kept === null) continue
      const phone = erasedPhoneOf(event)
      for (const { id, isSlow, events } of endpoints) {
        if (!events.includes(event.type)) continue
        this.tables.deliveries.put(newDelivery(kept, { endpoint: id, now }))
        if (phone !== null) this.tables.deliveryPhones.put({ account, endpoint: id, event: event.id, phone })
        served.set(id, { id, isSlow })
      }
    }
    return { events: taken.length, endpoints: [...served.values()] }
  }

  async addFor({ id }: EndpointName, event: StoredEventData, now: Date) {
    const kept = this.keep(event, id)
    if (kept !== null) this.tables.deliveries.put(newDelivery(kept, { endpoint: id, now }))
  }

  async due(endpoint: EndpointName, { now, limit, except }: DeliveriesDue): Promise<readonly DueDelivery[]> {
    const left = new Set(except)
    const nowMs = now.getTime()
    const isDue = (one: Delivery): one is Waiting =>
      isWaiting(one) && one.nextAt.getTime() <= nowMs && !left.has(one.event)
    const due = this.tables.deliveries.filter(partOf(endpoint), isDue)
    return firstOf(due, LONGEST_DUE_FIRST, limit).map((delivery) => ({ delivery, ...this.postedEventOf(delivery) }))
  }

  async nextAt(endpoint: EndpointName) {
    const waiting = this.tables.deliveries.filter(partOf(endpoint), isWaiting)
    return firstOf(waiting, LONGEST_DUE_FIRST, 1)[0]?.nextAt ?? null
  }

  async settle(account: AccountId, tried: readonly TriedDelivery[]) {
    for (const { after, attempt } of tried) {
      const name = { account, endpoint: after.endpoint, event: after.event }
      const before = this.tables.deliveries.get(endpointPart(name), name.event)
      if (before === undefined || this.tables.attempts.has({ ...name, ...attempt })) continue
      this.tables.attempts.put({ ...name, ...attempt })
      const isReplayed = before.tries !== after.tries - 1
      const now = isReplayed ? { ...before, attempts: after.attempts } : after
      this.tables.deliveries.put(now)
      if (now.status !== 'pending') this.tables.deliveryPhones.remove(endpointPart(name), name.event)
    }
  }

  async find(endpoint: EndpointName, event: EventId): Promise<FoundDelivery | null> {
    const delivery = this.tables.deliveries.get(partOf(endpoint), event)
    if (delivery === undefined) return null
    return { delivery, event: this.eventOf(delivery), attempts: this.attemptsOf(delivery) }
  }

  async list(endpoint: EndpointName, filter: DeliveryFilter, page: PageRequest) {
    const found = this.tables.deliveries
      .of(partOf(endpoint))
      .filter(filterOf(filter))
      .map((delivery) => ({ delivery, at: this.eventOf(delivery).at }))
      .sort(NEWEST_EVENT_FIRST)
    const { results, ...rest } = pageOf(found, page)
    const listed = results.map(({ delivery }): ListedDelivery => ({
      delivery,
      last: this.attemptsOf(delivery).at(-1) ?? null,
    }))
    return { ...rest, results: listed }
  }

  async replay(endpoint: Replaying, which: ReplayRequest, { now, limit }: ReplayOptions) {
    const replayed = this.tables.keptEvents
      .of(endpoint.account)
      .filter((event) => mayReceive(endpoint, event, which) && isWanted(event, which))
      .map((event) => ({ event, before: this.tables.deliveries.get(partOf(endpoint), event.id) }))
      .filter(({ before }) => hasStatus(before, which))
    if (replayed.length > limit) return null
    for (const { event, before } of replayed) {
      const fresh = newDelivery(event, { endpoint: endpoint.id, now })
      const { attempts, createdAt } = before ?? fresh
      this.tables.deliveries.put({ ...fresh, attempts, createdAt })
    }
    return replayed.length
  }

  async trim(account: AccountId, limit: number) {
    const isGone = ({ endpoint }: Delivery) => this.tables.webhookEndpoints.get(account, endpoint) === undefined
    const gone = deliveriesOf(this.tables, account).filter(isGone).slice(0, limit)
    for (const delivery of gone) removeDelivery(this.tables, delivery)
    return gone.length
  }

  /** Returns null and changes nothing if the event was stored before. */
  private keep(
    { account, id, at, type, data }: StoredEventData,
    endpoint: StoredEvent['endpoint'],
  ): StoredEvent | null {
    if (this.tables.keptEvents.get(account, id) !== undefined) return null
    const kept = erasedPhoneOf({ type, data }) === null ? data : withoutErasedPhone(data)
    const event = { account, id, at, type, data: JSON.stringify(kept), endpoint }
    this.tables.keptEvents.put(event)
    return event
  }

  private eventOf({ account, event }: Delivery): Pick<StoredEvent, 'at' | 'data'> {
    const { at, data } = this.tables.keptEvents.get(account, event)!
    return { at, data }
  }

  /** The time and the data of the event in the form in which they are posted. */
  private postedEventOf(delivery: Delivery): Pick<StoredEvent, 'at' | 'data'> {
    const { at, data } = this.eventOf(delivery)
    const kept = this.tables.deliveryPhones.get(endpointPart(delivery), delivery.event)
    return { at, data: kept === undefined ? data : withErasedPhone(data, kept.phone) }
  }

  private attemptsOf(delivery: Delivery): DeliveryAttempt[] {
    const stored = this.tables.attempts.of(deliveryPart(delivery)).toSorted(by(({ number }) => number))
    return stored.map(({ number, at, tookMs, answer }) => ({ number, at, tookMs, answer }))
  }
}

type Waiting = Delivery & { readonly nextAt: Date }

function isWaiting(delivery: Delivery): delivery is Waiting {
  return delivery.nextAt !== null
}

const LONGEST_DUE_FIRST = by<Waiting>(
  ({ nextAt }) => nextAt,
  ({ event }) => event,
)

const NEWEST_EVENT_FIRST = downward(
  by<{ readonly delivery: Delivery; readonly at: Date }>(
    ({ at }) => at,
    ({ delivery }) => delivery.event,
  ),
)

function partOf({ account, id }: EndpointName): string {
  return endpointPart({ account, endpoint: id })
}

function newDelivery(
  { account, id, type }: StoredEvent,
  { endpoint, now }: Pick<Delivery, 'endpoint'> & { readonly now: Date },
): Delivery {
  const times = { nextAt: now, createdAt: now, endedAt: null }
  const kind = type as Delivery['type']
  return { account, endpoint, event: id, type: kind, status: 'pending', tries: 0, attempts: 0, ...times }
}

function filterOf({ status, type, event }: DeliveryFilter) {
  return (delivery: Delivery) =>
    (status === undefined || delivery.status === status) &&
    (type === undefined || delivery.type === type) &&
    (event === undefined || delivery.event === event)
}

/**
 * An event that was stored only for another endpoint is never sent to this one, whatever its subscriptions. An event
 * that was stored only for this endpoint can be replayed by its id, whatever its type.
 */
function mayReceive({ id, events }: Replaying, event: StoredEvent, which: ReplayRequest): boolean {
  if ('event' in which && event.endpoint === id) return true
  return (event.endpoint ?? id) === id && events.some((type) => type === event.type)
}

function isWanted({ id, at }: StoredEvent, which: ReplayRequest): boolean {
  return 'event' in which ? id === which.event : at >= which.from && at < which.to
}

function hasStatus(before: Delivery | undefined, which: ReplayRequest): boolean {
  return 'event' in which || which.status === null || before?.status === which.status
}
