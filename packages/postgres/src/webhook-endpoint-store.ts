import type { AccountId, WebhookEndpoint, WebhookEndpointId, WebhookEndpointStore } from '@carillon/core'
import type { Knex } from 'knex'
import { rowsOf, run } from './sql.js'

export class PostgresWebhookEndpointStore implements WebhookEndpointStore {
  constructor(private readonly trx: Knex) {}

  async of(account: AccountId): Promise<readonly WebhookEndpoint[]> {
    return rowsOf<WebhookEndpoint>(this.trx, OF, { account })
  }

  async put(endpoint: WebhookEndpoint): Promise<void> {
    await run(this.trx, PUT, endpoint)
  }

  async remove(account: AccountId, id: WebhookEndpointId): Promise<void> {
    await run(this.trx, REMOVE, { account, id })
  }
}

const OF = `
  select id, account_id as account, url, events, sealed_secret as "sealedSecret", created_at as "createdAt"
    from webhook_endpoint
   where account_id = :account
   order by created_at, id`

const PUT = `
  insert into webhook_endpoint (account_id, id, url, events, sealed_secret, created_at)
  values (:account, :id, :url, :events, :sealedSecret, :createdAt)
  on conflict (account_id, id) do update
     set url = excluded.url, events = excluded.events, sealed_secret = excluded.sealed_secret,
         created_at = excluded.created_at`

const REMOVE = 'delete from webhook_endpoint where account_id = :account and id = :id'
