import type { AccountId } from '../../values/ids.js'
import type { KeyName, KeyRecord } from './key.js'

/** Idempotency keys. An expired record is as good as none: `bind` replaces it. */
export interface KeyStore {
  find(name: KeyName): Promise<KeyRecord | null>
  /**
   * Binds a free key, and answers null. Where it is bound already nothing is changed and the answer is its record;
   * also when two bind it at once: the second waits for the first to end. Bound to the same target it counts as free.
   */
  bind(record: KeyRecord, now: Date): Promise<KeyRecord | null>
  /**
   * Sets the expiry of a key that is still bound to the target, and the answer where there is none yet: what the first
   * request was told stays.
   */
  save(record: KeyRecord): Promise<void>
  /** Lets go of a key that is still bound to the target. */
  free(name: KeyName & { readonly target: string }): Promise<void>
  /** Takes away expired records of the account, at most `limit`, and answers how many they were. */
  trim(account: AccountId, now: Date, limit: number): Promise<number>
}
