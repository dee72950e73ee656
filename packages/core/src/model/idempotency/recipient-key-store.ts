import type { AccountId, BroadcastId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/**
 * The idempotency keys of recipients of broadcasts and batches. Each belongs to an account and a number. It is in use
 * from the moment it is bound; its window begins when its message is sent. A key whose window is over counts as absent.
 */
export interface RecipientKeyStore {
  /**
   * Binds the free keys to the broadcast and returns the positions in `keys` of the other keys. Concurrent calls that
   * share keys run one after the other. A key bound to the same broadcast counts as free.
   */
  bind(keys: RecipientKeys & { readonly now: Date }): Promise<ReadonlySet<number>>
  /** The positions in `keys` of the keys that are in use. Takes no locks. */
  used(keys: Omit<RecipientKeys, 'broadcast'> & { readonly now: Date }): Promise<ReadonlySet<number>>
  /** Sets the end of the window of these keys to `at`. */
  expire(keys: RecipientKeys & { readonly at: Date }): Promise<void>
  /** Frees the keys that are still bound to the broadcast. */
  free(keys: RecipientKeys): Promise<void>
  /** Deletes expired keys of the account, at most `limit`, and returns the number of deleted keys. */
  trim(account: AccountId, now: Date, limit: number): Promise<number>
}

/** By column: `keys[i]` is the key of `phones[i]` and passes `isIdempotencyKey`. */
export type RecipientKeys = {
  readonly account: AccountId
  readonly broadcast: BroadcastId
  readonly phones: readonly PhoneNumber[]
  readonly keys: readonly string[]
}
