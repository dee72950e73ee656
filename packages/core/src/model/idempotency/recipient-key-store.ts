import type { AccountId, BroadcastId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/**
 * The keys of recipients of broadcasts and batches. Each belongs to an account and a number. It is used from the moment
 * that it is bound; its window begins when its message is sent, and one whose window is over is as good as none.
 */
export interface RecipientKeyStore {
  /**
   * Binds those that are free to the broadcast, and answers the positions in `keys` of the others. Several at once that
   * share keys follow each other. Bound to the same broadcast counts as free.
   */
  bind(keys: RecipientKeys & { readonly now: Date }): Promise<ReadonlySet<number>>
  /** The positions in `keys` of those that are used. Holds nothing. */
  used(keys: Omit<RecipientKeys, 'broadcast'> & { readonly now: Date }): Promise<ReadonlySet<number>>
  /** Their window ends then. */
  expire(keys: RecipientKeys & { readonly at: Date }): Promise<void>
  /** Lets go of those that are still bound to the broadcast. */
  free(keys: RecipientKeys): Promise<void>
  /** Takes away expired ones of the account, at most `limit`, and answers how many they were. */
  trim(account: AccountId, now: Date, limit: number): Promise<number>
}

/** By column: `keys[i]` is the key of `phones[i]`, and as `isIdempotencyKey` has it. */
export type RecipientKeys = {
  readonly account: AccountId
  readonly broadcast: BroadcastId
  readonly phones: readonly PhoneNumber[]
  readonly keys: readonly string[]
}
