import type { AccountId, EventType, WebhookEndpoint, WebhookEndpointId, WebhookEndpointStore } from '@carillon/core'
import type { Knex } from 'knex'
import { countOf, rowsOf } from './sql.js'

export class PostgresWebhookEndpointStore implements WebhookEndpointStore {
  constructor(private readonly trx: Knex) {}

  async of(account: AccountId): Promise<readonly WebhookEndpoint[]> {
    return (await rowsOf<WebhookEndpointRow>(this.trx, OF, { account })).map(fromRow)
  }

  async put({ id, account, url, events, sealedSecret, createdAt }: WebhookEndpoint): Promise<void> {
    await countOf(this.trx, PUT, { id, account, url, events, sealedSecret, createdAt })
  }

  async remove(account: AccountId, id: WebhookEndpointId): Promise<void> {
    await countOf(this.trx, REMOVE, { account, id })
  }
}

type WebhookEndpointRow = {
  readonly id: WebhookEndpointId
  readonly account_id: AccountId
  readonly url: string
  readonly events: readonly EventType[]
  readonly sealed_secret: string
  readonly created_at: Date
}

const OF = `
  select id, account_id, url, events, sealed_secret, created_at
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

function fromRow(row: WebhookEndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    account: row.account_id,
    url: row.url,
    events: row.events,
    sealedSecret: row.sealed_secret,
    createdAt: row.created_at,
  }
}
