import type { AccountId } from '../../values/ids.js'
import type { ApiKey } from './api-key.js'

export interface ApiKeyStore {
  /** By id. */
  of(account: AccountId): Promise<readonly ApiKey[]>
  /** Adds the key, or replaces the account's own. False, and nothing is changed, when another account has the id. */
  put(key: ApiKey): Promise<boolean>
  /** False when the account has no such key. From the end of the unit of work on, no process accepts it any more. */
  revoke(account: AccountId, id: string): Promise<boolean>
}
