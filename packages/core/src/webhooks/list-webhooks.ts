import { theAccount } from '../accounts/read-account.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

/** All of an account, the oldest first. */
export class ListWebhooks {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName }: { accountName: string }): Promise<readonly WebhookEndpoint[]> {
    return this.deps.unitOfWork.run(async (stores) =>
      stores.webhookEndpoints.of((await theAccount(stores, accountName)).id),
    )
  }
}
