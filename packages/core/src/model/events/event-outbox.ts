import type { AccountId } from '../../values/ids.js'
import type { Event, EventType } from './event.js'

export interface EventOutbox {
  /** Whether an endpoint of the account subscribes to the type: who has thousands to tell asks before making them. */
  isHeard(account: AccountId, type: EventType): Promise<boolean>
  /**
   * Keeps those whose type an endpoint of the account subscribes to, for delivery after the unit of work. One whose id
   * is there already was kept before, and counts once: it stays as it is.
   */
  append(account: AccountId, events: readonly Event[]): Promise<void>
  /** Accounts with events that wait, each once; those above `after` come first and then the rest, both by id. */
  accountsWaiting(turn: { readonly after: AccountId | null; readonly limit: number }): Promise<readonly AccountId[]>
  /** Those that wait, the oldest first, at most `limit`. They wait until `DeliveryStore.fanOut` takes them. */
  oldest(account: AccountId, limit: number): Promise<readonly Event[]>
}
