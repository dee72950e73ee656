import type { AccountId, Event, EventOutbox, EventType } from '@carillon/core'
import { by, afterLastServed } from '../tables/order.js'
import type { Tables } from '../tables/tables.js'

export class MemoryEventOutbox implements EventOutbox {
  constructor(private readonly tables: Pick<Tables, 'outbox' | 'keptEvents' | 'webhookEndpoints'>) {}

  async hasSubscribers(account: AccountId, type: EventType) {
    return this.tables.webhookEndpoints.of(account).some((endpoint) => endpoint.events.includes(type))
  }

  async append(account: AccountId, events: readonly Event[]) {
    const subscribed = new Set(this.tables.webhookEndpoints.of(account).flatMap((endpoint) => endpoint.events))
    for (const event of events) {
      const isThere = this.tables.outbox.has(event) || this.tables.keptEvents.get(account, event.id) !== undefined
      if (subscribed.has(event.type) && !isThere) this.tables.outbox.put(event)
    }
  }

  async accountsWaiting(page: Parameters<EventOutbox['accountsWaiting']>[0]) {
    return afterLastServed(this.tables.outbox.partsInUse() as readonly AccountId[], page)
  }

  async oldest(account: AccountId, limit: number) {
    return this.tables.outbox.of(account).toSorted(OLDEST_FIRST).slice(0, limit)
  }
}

export const OLDEST_FIRST = by<Pick<Event, 'at' | 'id'>>(
  ({ at }) => at,
  ({ id }) => id,
)
