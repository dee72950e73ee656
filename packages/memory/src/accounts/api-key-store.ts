import type { AccountId, ApiKey, ApiKeyStore } from '@carillon/core'
import { by } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryApiKeyStore implements ApiKeyStore {
  constructor(private readonly tables: Pick<Tables, 'apiKeys'>) {}

  async of(account: AccountId) {
    const keys = this.tables.apiKeys.of(SERVICE).filter((key) => key.account === account)
    return keys.sort(by(({ id }) => id))
  }

  async put(key: ApiKey) {
    const owner = this.tables.apiKeys.get(SERVICE, key.id)?.account ?? key.account
    if (owner !== key.account) return false
    this.tables.apiKeys.put(key)
    return true
  }

  async revoke(account: AccountId, id: string) {
    if (this.tables.apiKeys.get(SERVICE, id)?.account !== account) return false
    this.tables.apiKeys.remove(SERVICE, id)
    return true
  }
}
