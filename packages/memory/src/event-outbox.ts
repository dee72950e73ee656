import type { AccountId, Event, EventOutbox, EventType } from '@carillon/core'
import { by } from './order.js'
import type { Tables } from './tables.js'

export class MemoryEventOutbox implements EventOutbox {
  constructor(private readonly tables: Pick<Tables, 'events' | 'webhookEndpoints'>) {}

  async isHeard(account: AccountId, type: EventType) {
    return this.tables.webhookEndpoints.of(account).some((endpoint) => endpoint.events.includes(type))
  }

  async append(account: AccountId, events: readonly Event[]) {
    const subscribed = new Set(this.tables.webhookEndpoints.of(account).flatMap((endpoint) => endpoint.events))
    for (const event of events) {
      const isKept = this.tables.events.get(account, event.id) !== undefined
      if (subscribed.has(event.type) && !isKept) this.tables.events.put(event)
    }
  }

  async oldest(account: AccountId, limit: number) {
    return this.tables.events
      .of(account)
      .toSorted(
        by(
          ({ at }) => at,
          ({ id }) => id,
        ),
      )
      .slice(0, limit)
  }
}
