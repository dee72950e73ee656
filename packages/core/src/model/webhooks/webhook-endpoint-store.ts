import type { AccountId, WebhookEndpointId } from '../../values/ids.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

export interface WebhookEndpointStore {
  find(account: AccountId, id: WebhookEndpointId): Promise<WebhookEndpoint | null>
  /** The same, and nobody else changes it until the unit of work ends. */
  lock(account: AccountId, id: WebhookEndpointId): Promise<WebhookEndpoint | null>
  /** Oldest first. */
  of(account: AccountId): Promise<readonly WebhookEndpoint[]>
  /** Adds the endpoint, or replaces the one with its id. */
  put(endpoint: WebhookEndpoint): Promise<void>
  remove(account: AccountId, id: WebhookEndpointId): Promise<void>
}
