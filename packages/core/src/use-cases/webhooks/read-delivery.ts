import type { DeliveryFilter, FoundDelivery, ListedDelivery } from '../../model/webhooks/delivery-store.js'
import { isEventId, type Delivery } from '../../model/webhooks/delivery.js'
import type { WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { Page, PageRequest } from '../../values/page.js'
import { requireEndpoint, type WebhookName } from './read-webhook.js'

/** Returns one delivery with its event and every attempt. `event` may be any text. */
export class ReadDelivery {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ event, ...name }: WebhookName & { readonly event: string }): Promise<FoundDelivery> {
    return this.deps.unitOfWork.run(async (stores) => {
      const endpoint = await requireEndpoint(stores, name)
      const found = isEventId(event) ? await stores.deliveries.find(endpoint, event) : null
      if (found !== null) return { ...found, delivery: withoutDisabledRetry(found.delivery, endpoint) }
      const message = 'This webhook endpoint has no delivery of an event with this id'
      throw new DomainError('webhook-delivery-not-found', message)
    })
  }
}

/** Omits the next attempt while the endpoint is disabled, because no attempt is made then. */
function withoutDisabledRetry(delivery: Delivery, { disabled }: Pick<WebhookEndpoint, 'disabled'>): Delivery {
  return disabled === null ? delivery : { ...delivery, nextAt: null }
}

export type ListDeliveriesInput = WebhookName & {
  /** `event` may be any text; text that is not an event id matches no delivery. */
  readonly filter: Omit<DeliveryFilter, 'event'> & { readonly event?: string | undefined }
  readonly page: PageRequest
}

/** Lists the deliveries of an endpoint, newest first. */
export class ListDeliveries {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ filter: { event, ...rest }, page, ...name }: ListDeliveriesInput): Promise<Page<ListedDelivery>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const endpoint = await requireEndpoint(stores, name)
      if (event !== undefined && !isEventId(event)) return { ...page, totalCount: 0, results: [] }
      const listed = await stores.deliveries.list(endpoint, { ...rest, ...(event && { event }) }, page)
      const results = listed.results.map((one) => ({ ...one, delivery: withoutDisabledRetry(one.delivery, endpoint) }))
      return { ...listed, results }
    })
  }
}
