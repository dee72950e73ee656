import type { AccountId } from '../../values/ids.js'
import type { SlotRequest } from './throttle.js'

/** Keeps every sender with a rate to it, whoever hands over, in whichever process. */
export interface ThrottleStore {
  /**
   * Takes places for up to `wanted` messages, as `takeSlots` tells: all of them where the sender has no rate. They count
   * for a window after `until`, unless `end` says otherwise. Holds the sender's turns until the unit of work ends, so
   * that several at once follow each other. Taken again under one id it counts once, for as many as the first time.
   */
  take(request: SenderSlotRequest): Promise<SlotGrant>
  /** What was taken under the id has reached the provider by `at`, and counts for one window from then on. */
  end(request: {
    readonly account: AccountId
    readonly sender: string
    readonly id: string
    readonly at: Date
  }): Promise<void>
}

/** The id: never used before, but by whoever asks again for the same. */
export type SenderSlotRequest = SlotRequest & { readonly account: AccountId; readonly sender: string }

export type SlotGrant = {
  readonly taken: number
  /** When there is another place, as far as anybody can say. */
  readonly nextAt: Date
  /** Whether the sender has a rate, so that `end` is to be told. */
  readonly isThrottled: boolean
}
