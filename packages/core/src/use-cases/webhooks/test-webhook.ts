import { TEST_EVENT_TYPE } from '../../model/webhooks/delivery.js'
import { deliveryJob } from '../../model/webhooks/webhook-endpoint.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { EventId } from '../../values/ids.js'
import { refuseDisabled, requireLockedEndpoint, type WebhookName } from './read-webhook.js'

/** Sends a test event to the endpoint, in the same way as every other event. */
export class TestWebhook {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute(name: WebhookName): Promise<{ readonly event: EventId }> {
    const { clock, ids, unitOfWork } = this.deps
    const now = clock.now()
    const event = ids.next('evt')
    return unitOfWork.run(async (stores) => {
      const endpoint = await requireLockedEndpoint(stores, name)
      refuseDisabled(endpoint)
      const { id, account } = endpoint
      const data = { endpoint: { id }, message: 'This is a test: nothing has happened' }
      await stores.jobs.wake([deliveryJob(endpoint, now)])
      await stores.deliveries.addFor(endpoint, { id: event, account, at: now, type: TEST_EVENT_TYPE, data }, now)
      return { event }
    })
  }
}
