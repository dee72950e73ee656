import type { Event, EventType } from '../events/event.js'
import type { AccountId } from '../values/ids.js'

export interface EventOutbox {
  /** Whether an endpoint of the account subscribes to the type: who has thousands to tell asks before making them. */
  isHeard(account: AccountId, type: EventType): Promise<boolean>
  /**
   * Keeps those whose type an endpoint of the account subscribes to, for delivery after the unit of work. One whose id
   * is there already was kept before, and counts once: it stays as it is.
   */
  append(account: AccountId, events: readonly Event[]): Promise<void>
  /** The oldest undelivered first, at most `limit`. */
  oldest(account: AccountId, limit: number): Promise<readonly Event[]>
}
