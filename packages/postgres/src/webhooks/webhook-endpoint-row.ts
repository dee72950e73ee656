import type { AccountId, WebhookEndpoint, WebhookEndpointId } from '@carillon/core'

export type EndpointRow = {
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

export const ENDPOINT_COLUMNS = `
    account_id, id, url, events, sealed_secret, previous_secret, previous_secret_until, failing_since, is_slow,
    disabled_at, disabled_reason, created_at`

export function toRow({
  account,
  id,
  url,
  events,
  sealedSecret,
  previousSecret,
  ...endpoint
}: WebhookEndpoint): EndpointRow {
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

export function fromRow(row: EndpointRow): WebhookEndpoint {
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
