import type { WebhookEndpoint } from '../events/webhook-endpoint.js'
import type { AccountId, WebhookEndpointId } from '../values/ids.js'

export interface WebhookEndpointStore {
  /** Oldest first. */
  of(account: AccountId): Promise<readonly WebhookEndpoint[]>
  /** Adds the endpoint, or replaces the one with its id. */
  put(endpoint: WebhookEndpoint): Promise<void>
  remove(account: AccountId, id: WebhookEndpointId): Promise<void>
}
