import type { AccountId } from '../../values/ids.js'
import type { SenderRate } from './rate-counts.js'
import type { SlotRequest } from './throttle.js'

/** Enforces the rates of senders across all processes. */
export interface ThrottleStore {
  /** Null if the sender has no rate, or is not the account's. */
  rateOf(account: AccountId, sender: string): Promise<SenderRate | null>
  /**
   * Takes slots for up to `wanted` messages by the rules of `takeSlots`, or for all if the sender has no rate. The `parts`
   * matter only if the rates of the account count parts. The slots count until one window after `until`, unless `end` is
   * called. Locks the sender's throttle until the unit of work ends, so that concurrent calls run one after the other. A
   * repeat with the same id returns the first result.
   */
  take(request: SenderSlotRequest): Promise<SlotGrant>
  /** Records that the messages of the request reached the provider by `at`: they count for one window from then. */
  end(request: {
    readonly account: AccountId
    readonly sender: string
    readonly id: string
    readonly at: Date
  }): Promise<void>
}

/** The id must be new, except when the same request is repeated. */
export type SenderSlotRequest = SlotRequest & {
  readonly account: AccountId
  readonly sender: string
  /** The result of `rateOf`, if the unit of work has just called it. */
  readonly rate?: SenderRate
}

export type SlotGrant = {
  readonly taken: number
  /** The estimated time of the next free slot. */
  readonly nextAt: Date
  /** Whether the sender has a rate, so that `end` must be called. */
  readonly isThrottled: boolean
}
