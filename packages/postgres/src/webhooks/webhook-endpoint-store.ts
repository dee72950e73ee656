import type { AccountId, WebhookEndpoint, WebhookEndpointId, WebhookEndpointStore } from '@carillon/core'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { run, type Database } from '../sql/sql.js'

export class PostgresWebhookEndpointStore implements WebhookEndpointStore {
  constructor(private readonly trx: Database) {}

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

type EndpointRow = {
  readonly account_id: AccountId
  readonly id: WebhookEndpointId
  readonly url: string
  readonly events: WebhookEndpoint['events']
  readonly sealed_secret: string
  readonly previous_secret: string | null
  readonly previous_secret_until: Date | null
  readonly failing_since: Date | null
  readonly is_slow: boolean
  readonly disabled_at: Date | null
  readonly disabled_reason: NonNullable<WebhookEndpoint['disabled']>['reason'] | null
  readonly created_at: Date
}

const COLUMNS = `
    account_id, id, url, events, sealed_secret, previous_secret, previous_secret_until, failing_since, is_slow,
    disabled_at, disabled_reason, created_at`

const FIND = `select ${COLUMNS} from webhook_endpoint where account_id = :account and id = :id`

const OF = `select ${COLUMNS} from webhook_endpoint where account_id = :account order by created_at, id`

const PUT = `
  insert into webhook_endpoint (${COLUMNS}
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

function toRow({ account, id, url, events, sealedSecret, previousSecret, ...endpoint }: WebhookEndpoint): EndpointRow {
  return {
    account_id: account,
    id,
    url,
    events,
    sealed_secret: sealedSecret,
    previous_secret: previousSecret && previousSecret.sealed,
    previous_secret_until: previousSecret && previousSecret.until,
    failing_since: endpoint.failingSince,
    is_slow: endpoint.isSlow,
    disabled_at: endpoint.disabled && endpoint.disabled.at,
    disabled_reason: endpoint.disabled && endpoint.disabled.reason,
    created_at: endpoint.createdAt,
  }
}

function fromRow(row: EndpointRow): WebhookEndpoint {
  const { previous_secret: sealed, previous_secret_until: until, disabled_at: at, disabled_reason: reason } = row
  return {
    account: row.account_id,
    id: row.id,
    url: row.url,
    events: row.events,
    sealedSecret: row.sealed_secret,
    previousSecret: sealed === null ? null : { sealed, until: until! },
    failingSince: row.failing_since,
    isSlow: row.is_slow,
    disabled: at === null ? null : { at, reason: reason! },
    createdAt: row.created_at,
  }
}
