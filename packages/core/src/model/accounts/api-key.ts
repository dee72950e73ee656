import type { FieldRule } from '../../values/field-rule.js'
import type { AccountId } from '../../values/ids.js'
import type { Account } from './account.js'

/** The user name of HTTP Basic authentication, and what is kept of its password. */
export type ApiKey = {
  /** Unique in the service. */
  readonly id: string
  readonly account: AccountId
  readonly secretHash: string
  readonly createdAt: Date
}

/** What its id may be: also what is worth looking for. */
export const API_KEY_ID: FieldRule = {
  holds: (text) => /^[A-Za-z0-9_-]{1,64}$/.test(text),
  expected: 'must have 1 to 64 characters, each a letter, a digit, _ or -',
}

export interface ApiKeyStore {
  /** By id. */
  of(account: AccountId): Promise<readonly ApiKey[]>
  /** Adds the key, or replaces the account's own. False, and nothing is changed, when another account has the id. */
  put(key: ApiKey): Promise<boolean>
  /** False when the account has no such key. From the end of the unit of work on, no process accepts it any more. */
  revoke(account: AccountId, id: string): Promise<boolean>
}

/** Authentication's own read path, asked at every request. */
export interface Keyring {
  /** May answer from memory, but never a key whose revocation this process could know of. */
  find(keyId: string): Promise<KnownKey | null>
}

export type KnownKey = { readonly secretHash: string; readonly account: Account }
