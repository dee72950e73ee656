import type { AccountId, WebhookEndpoint, WebhookEndpointId, WebhookEndpointStore } from '@carillon/core'
import type { Knex } from 'knex'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { run } from '../sql/sql.js'
import { ENDPOINT_COLUMNS, fromRow, toRow, type EndpointRow } from './webhook-endpoint-row.js'

export class PostgresWebhookEndpointStore implements WebhookEndpointStore {
  constructor(private readonly trx: Knex) {}

  async find(account: AccountId, id: WebhookEndpointId): Promise<WebhookEndpoint | null> {
    const [row] = await preparedRowsOf<EndpointRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async lock(account: AccountId, id: WebhookEndpointId): Promise<WebhookEndpoint | null> {
    const [row] = await preparedRowsOf<EndpointRow>(this.trx, `${FIND} for update`, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async of(account: AccountId): Promise<readonly WebhookEndpoint[]> {
    return (await preparedRowsOf<EndpointRow>(this.trx, OF, { account })).map(fromRow)
  }

  async put(endpoint: WebhookEndpoint): Promise<void> {
    await preparedCountOf(this.trx, PUT, toRow(endpoint))
  }

  async remove(account: AccountId, id: WebhookEndpointId): Promise<void> {
    await run(this.trx, REMOVE, { account, id })
  }
}

const FIND = `select ${ENDPOINT_COLUMNS} from webhook_endpoint where account_id = :account and id = :id`

const OF = `select ${ENDPOINT_COLUMNS} from webhook_endpoint where account_id = :account order by created_at, id`

const PUT = `
  insert into webhook_endpoint (${ENDPOINT_COLUMNS}
  )
  values (
    :account_id, :id, :url, :events, :sealed_secret, :previous_secret, :previous_secret_until, :failing_since, :is_slow,
    :disabled_at, :disabled_reason, :created_at
  )
  on conflict (account_id, id) do update
     set url = excluded.url, events = excluded.events, sealed_secret = excluded.sealed_secret,
         previous_secret = excluded.previous_secret, previous_secret_until = excluded.previous_secret_until,
         failing_since = excluded.failing_since, is_slow = excluded.is_slow, disabled_at = excluded.disabled_at,
         disabled_reason = excluded.disabled_reason, created_at = excluded.created_at`

const REMOVE = 'delete from webhook_endpoint where account_id = :account and id = :id'
