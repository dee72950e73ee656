import type { AccountId, ApiKey, ApiKeyStore } from '@carillon/core'
import { countOf, rowsOf, type Database } from '../sql/sql.js'
import type { ApiKeyChanges } from './api-key-changes.js'

export class PostgresApiKeyStore implements ApiKeyStore {
  constructor(
    private readonly trx: Database,
    private readonly apiKeyChanges: ApiKeyChanges,
  ) {}

  async of(account: AccountId): Promise<readonly ApiKey[]> {
    return rowsOf<ApiKey>(this.trx, OF, { account })
  }

  async put(key: ApiKey): Promise<boolean> {
    if ((await countOf(this.trx, PUT, key)) === 0) return false
    await this.apiKeyChanges.announce(this.trx, key.account)
    return true
  }

  async revoke(account: AccountId, id: string): Promise<boolean> {
    if ((await countOf(this.trx, REVOKE, { account, id })) === 0) return false
    await this.apiKeyChanges.announce(this.trx, account)
    return true
  }
}

const OF = `
  select id, account_id as account, secret_hash as "secretHash", created_at as "createdAt"
    from api_key
   where account_id = :account
   order by id`

const PUT = `
  insert into api_key (id, account_id, secret_hash, created_at)
  values (:id, :account, :secretHash, :createdAt)
  on conflict (id) do update
     set secret_hash = excluded.secret_hash, created_at = excluded.created_at
   where api_key.account_id = excluded.account_id`

const REVOKE = 'delete from api_key where account_id = :account and id = :id'
