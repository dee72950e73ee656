import type { AccountId, WebhookEndpoint, WebhookEndpointId, WebhookEndpointStore } from '@carillon/core'
import { by } from '../tables/order.js'
import type { Tables } from '../tables/tables.js'

export class MemoryWebhookEndpointStore implements WebhookEndpointStore {
  constructor(private readonly tables: Pick<Tables, 'webhookEndpoints'>) {}

  async find(account: AccountId, id: WebhookEndpointId) {
    return this.tables.webhookEndpoints.get(account, id) ?? null
  }

  lock(account: AccountId, id: WebhookEndpointId) {
    return this.find(account, id)
  }

  async of(account: AccountId) {
    return this.tables.webhookEndpoints.of(account).toSorted(
      by(
        ({ createdAt }) => createdAt,
        ({ id }) => id,
      ),
    )
  }

  async put(endpoint: WebhookEndpoint) {
    this.tables.webhookEndpoints.put(endpoint)
  }

  async remove(account: AccountId, id: WebhookEndpointId) {
    this.tables.webhookEndpoints.remove(account, id)
  }
}
