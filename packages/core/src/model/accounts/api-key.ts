import type { FieldRule } from '../../values/field-rule.js'
import type { AccountId } from '../../values/ids.js'
import type { Account } from './account.js'

/** The user name for HTTP Basic authentication, and the hash of the password. */
export type ApiKey = {
  /** Unique in the service. */
  readonly id: string
  readonly account: AccountId
  readonly secretHash: string
  readonly createdAt: Date
}

/** The rule for key ids. An id that breaks it needs no look-up. */
export const API_KEY_ID: FieldRule = {
  holds: (text) => /^[A-Za-z0-9_-]{1,64}$/.test(text),
  expected: 'must have 1 to 64 characters, each a letter, a digit, _ or -',
}

export interface ApiKeyStore {
  /** Sorted by id. */
  of(account: AccountId): Promise<readonly ApiKey[]>
  /** Adds or replaces a key of the account. Returns false and changes nothing when another account has the id. */
  put(key: ApiKey): Promise<boolean>
  /** False when the account has no such key. No process accepts the key after the unit of work ends. */
  revoke(account: AccountId, id: string): Promise<boolean>
}

/** The read path of authentication, called for every request. */
export interface Keyring {
  /**
   * May use a cache, but never returns a key if this process can already see its revocation. `isRight` tells whether
   * the caller would accept a key; it refuses null, and takes equally long for every key and for null. A refused key
   * must take as long to find as an unknown one: nobody may learn from the time whether a key exists. So a cached key
   * that `isRight` refuses is looked up again. Default: every key is right.
   */
  find(keyId: string, isRight?: (key: KnownKey | null) => boolean): Promise<KnownKey | null>
}

export type KnownKey = { readonly secretHash: string; readonly account: Account }
