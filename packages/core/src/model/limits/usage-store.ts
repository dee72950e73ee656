import type { AccountId } from '../../values/ids.js'
import type { ReachedLimit, UsageCounter } from './usage-counter.js'

/** Limits what people without an API key can cause, across all processes. */
export interface UsageStore {
  /**
   * Counts one use under each counter. If the limit of one is reached, counts nothing and returns the first such
   * counter. Locks the counters until the unit of work ends, so that concurrent calls together stay within the limits.
   * A unit of work that runs again counts again.
   */
  take(account: UsageOwner, counters: readonly UsageCounter[], now: Date): Promise<ReachedLimit | null>
  /** The first counter whose limit is reached. Counts nothing and takes no locks. */
  reached(account: UsageOwner, counters: readonly UsageCounter[], now: Date): Promise<ReachedLimit | null>
  /** For each counter the number of uses that still count. Takes no locks. */
  counts(account: UsageOwner, counters: readonly UsageCounter[], now: Date): Promise<readonly number[]>
  /** Deletes all uses of the counters. */
  reset(account: UsageOwner, counters: readonly UsageCounter[]): Promise<void>
  /** Deletes up to `limit` counters whose uses have all stopped counting by `until`; returns how many. */
  trim(account: UsageOwner, until: Date, limit: number): Promise<number>
}

/** `service`: counts for all accounts together. */
export type UsageOwner = AccountId | 'service'
