import type { DeliveryFilter, ListedDelivery } from '../../model/webhooks/delivery-store.js'
import { isEventId } from '../../model/webhooks/delivery.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page, PageRequest } from '../../values/page.js'
import { outlookOf } from './read-delivery.js'
import { theEndpoint, type WebhookName } from './read-webhook.js'

export type ListDeliveriesInput = WebhookName & {
  /** `event` is any text: what is no id is the id of none. */
  readonly filter: Omit<DeliveryFilter, 'event'> & { readonly event?: string | undefined }
  readonly page: PageRequest
}

/** What became of the events that an endpoint was to be sent, the newest first. */
export class ListDeliveries {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ filter: { event, ...rest }, page, ...name }: ListDeliveriesInput): Promise<Page<ListedDelivery>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const endpoint = await theEndpoint(stores, name)
      if (event !== undefined && !isEventId(event)) return { ...page, totalCount: 0, results: [] }
      const listed = await stores.deliveries.list(endpoint, { ...rest, ...(event && { event }) }, page)
      const results = listed.results.map((one) => ({ ...one, delivery: outlookOf(one.delivery, endpoint) }))
      return { ...listed, results }
    })
  }
}
