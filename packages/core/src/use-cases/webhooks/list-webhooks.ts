import type { WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { theAccount } from '../accounts/read-account.js'

/** All of an account, the oldest first. */
export class ListWebhooks {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName }: { accountName: string }): Promise<readonly WebhookEndpoint[]> {
    return this.deps.unitOfWork.run(async (stores) =>
      stores.webhookEndpoints.of((await theAccount(stores, accountName)).id),
    )
  }
}
