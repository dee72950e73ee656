import type { WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { jobIdOf } from '../../values/ids.js'
import { lockEndpoint, requireLockedEndpoint, type WebhookName } from './read-webhook.js'

/** Removes an endpoint: from now on nothing is sent to it. Its deliveries are trimmed gradually. */
export class RemoveWebhook {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute(name: WebhookName): Promise<void> {
    // Stays set if the unit of work runs again: a removal whose commit was not acknowledged may have succeeded.
    let wasThere = false
    return this.deps.unitOfWork.run(async (stores) => {
      const endpoint = await (wasThere ? lockEndpoint : requireLockedEndpoint)(stores, name)
      wasThere = true
      if (endpoint !== null) await removeLocked(stores, endpoint)
    })
  }
}

/** Removes an endpoint and its job, for callers that have locked the endpoint. */
export async function removeLocked(
  { webhookEndpoints, jobs }: Pick<Stores, 'webhookEndpoints' | 'jobs'>,
  { account, id }: Pick<WebhookEndpoint, 'account' | 'id'>,
): Promise<void> {
  await webhookEndpoints.remove(account, id)
  await jobs.remove(account, [jobIdOf(id)])
}
