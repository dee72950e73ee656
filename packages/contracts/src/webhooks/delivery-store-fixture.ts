import type {
  AccountId,
  DeliveriesDue,
  Delivery,
  DeliveryAttempt,
  DeliveryFilter,
  DeliveryStore,
  EndpointName,
  Event,
  EventId,
  MembershipEvent,
  ReplayOptions,
  ReplayRequest,
  Replaying,
  TriedDelivery,
  WebhookEndpoint,
} from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, aWebhookEndpoint, after, anEvent } from '../fixtures/builders.js'
import { anAttempt } from './delivery-builders.js'

/** An account, with shortcuts for its endpoints, events and deliveries. */
export async function deliveryStoreFixture(open: OpenTestAdapters) {
  const fixture = await accountFixture(await open())
  const account = fixture.account.id
  const { run } = fixture
  const deliveries = <T>(use: (store: DeliveryStore) => Promise<T>) => run((stores) => use(stores.deliveries))
  const append = (...events: readonly Event[]) => run((stores) => stores.events.append(events[0]!.account, events))
  const fanOut = ({ of = account, now = NOW, eventsMax = 1_000 } = {}) =>
    deliveries((store) => store.fanOut(of, { now, eventsMax }))
  const save = async (endpoint: WebhookEndpoint) => {
    await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
    return endpoint
  }
  return {
    ...fixture,
    deliveries,
    append,
    fanOut,
    save,
    endpoint: (given: Partial<WebhookEndpoint> = {}) => save(aWebhookEndpoint({ account, ...given })),
    remove: (endpoint: EndpointName) =>
      run(({ webhookEndpoints }) => webhookEndpoints.remove(endpoint.account, endpoint.id)),
    event: (given: Partial<MembershipEvent> = {}) => anEvent({ account, ...given }),
    waiting: (of: AccountId = account) => run(({ events }) => events.oldest(of, 1_000)),
    /** An event that has left the outbox. */
    relayed: async (given: Partial<MembershipEvent> & { readonly now?: Date } = {}) => {
      const { now = NOW, ...rest } = given
      const event = anEvent({ account, ...rest })
      await append(event)
      await fanOut({ of: event.account, now })
      return event
    },
    due: (endpoint: EndpointName, given: Partial<DeliveriesDue> = {}) =>
      deliveries((store) => store.due(endpoint, { now: NOW, limit: 1_000, except: [], ...given })),
    nextAt: (endpoint: EndpointName) => deliveries((store) => store.nextAt(endpoint)),
    find: (endpoint: EndpointName, { id }: Pick<Event, 'id'>) => deliveries((store) => store.find(endpoint, id)),
    list: (endpoint: EndpointName, filter: DeliveryFilter = {}, page = { page: 1, limit: 100 }) =>
      deliveries((store) => store.list(endpoint, filter, page)),
    settle: (...tried: readonly TriedDelivery[]) => deliveries((store) => store.settle(tried[0]!.after.account, tried)),
    replay: (endpoint: Replaying, which: ReplayRequest, given: Partial<ReplayOptions> = {}) =>
      deliveries((store) => store.replay(endpoint, which, { now: NOW, limit: 1_000, ...given })),
    trim: (limit = 1_000, of = account) => deliveries((store) => store.trim(of, limit)),
  }
}

/** The delivery after one more attempt; by default it was delivered. */
export function aDeliveryAttempt(
  delivery: Delivery,
  given: Partial<Pick<Delivery, 'status' | 'nextAt' | 'endedAt'>> = {},
  how: Partial<Omit<DeliveryAttempt, 'number'>> = {},
): TriedDelivery {
  const attempts = delivery.attempts + 1
  const ended = { status: 'delivered', nextAt: null, endedAt: after(1) } as const
  const tried = { ...delivery, ...ended, ...given, tries: delivery.tries + 1, attempts }
  return { after: tried, attempt: anAttempt({ ...how, number: attempts }) }
}

/** The attempt failed, and the delivery is due again at `nextAt`. */
export function aFailedAttempt(delivery: Delivery, nextAt: Date, how: Partial<DeliveryAttempt> = {}): TriedDelivery {
  return aDeliveryAttempt(delivery, { status: 'pending', nextAt, endedAt: null }, how)
}

/** The attempt failed, and the delivery is not tried again. */
export function aFailure(delivery: Delivery): TriedDelivery {
  return aDeliveryAttempt(delivery, { status: 'failed' })
}

export function eventsOf(some: readonly { readonly delivery: Delivery }[]): EventId[] {
  return some.map(({ delivery }) => delivery.event)
}
