import { DomainError } from '../errors.js'
import type { FoundDelivery } from '../ports/delivery-store.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import { isEventId } from './delivery.js'
import { theEndpoint, type WebhookName } from './read-webhook.js'

/** One delivery with its event and every attempt. `event` is any text. */
export class ReadDelivery {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ event, ...name }: WebhookName & { readonly event: string }): Promise<FoundDelivery> {
    return this.deps.unitOfWork.run(async (stores) => {
      const endpoint = await theEndpoint(stores, name)
      const delivery = isEventId(event) ? await stores.deliveries.find(endpoint, event) : null
      if (delivery !== null) return delivery
      const message = 'This webhook endpoint was never to be sent an event with this id'
      throw new DomainError('webhook-delivery-not-found', message)
    })
  }
}
