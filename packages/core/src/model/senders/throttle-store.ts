import type { AccountId } from '../../values/ids.js'
import type { SenderRate } from './rate-counts.js'
import type { SlotRequest } from './throttle.js'

/** Enforces the rates of senders across all processes. */
export interface ThrottleStore {
  /** The rates of these senders. Senders that have no rate, or are not the account's, are left out. */
  ratesOf(account: AccountId, senders: readonly string[]): Promise<ReadonlyMap<string, SenderRate>>
  /**
   * Takes slots for up to `wanted` messages by the rules of `takeSlots`, or for all if the sender has no rate. The `parts`
   * matter only if the rates of the account count parts. The slots count until one window after `until`, unless `end` is
   * called. Locks the sender's throttle until the unit of work ends, so that concurrent calls run one after the other. A
   * repeat with the same id returns the first result.
   */
  take(request: SenderSlotRequest): Promise<SlotGrant>
  /**
   * Like `take` for each of these senders, which are different, in one step. Locks the throttles in the order of the numbers,
   * so that two units of work cannot deadlock. The grants are in the order of the requests.
   */
  takeOfEach(account: AccountId, requests: readonly RatedSlotRequest[]): Promise<readonly SlotGrant[]>
  /** Records that the messages of the request reached the provider by `at`: they count for one window from then. */
  end(request: SenderSlotEnd): Promise<void>
  /** Like `end` for each of these senders, in one step. Locks the throttles in the order of the numbers. */
  endOfEach(request: SlotEndOfEach): Promise<void>
}

/** The id must be new, except when the same request is repeated. */
export type SenderSlotRequest = SlotRequest & {
  readonly account: AccountId
  readonly sender: string
}

/** A request for slots of a sender with a rate. `rate`: the result of `ratesOf` in the same unit of work. */
export type RatedSlotRequest = SlotRequest & { readonly sender: string; readonly rate: SenderRate }

export type SlotGrant = {
  readonly taken: number
  /** The estimated time of the next free slot. */
  readonly nextAt: Date
  /** Whether the sender has a rate, so that `end` must be called. */
  readonly isThrottled: boolean
}

export type SenderSlotEnd = {
  readonly account: AccountId
  readonly sender: string
  readonly id: string
  readonly at: Date
}

export type SlotEndOfEach = Omit<SenderSlotEnd, 'sender'> & { readonly senders: readonly string[] }
