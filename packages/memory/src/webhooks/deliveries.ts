import type { AccountId, Delivery } from '@carillon/core'
import { deliveryPart, endpointPart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

type DeliveryTables = Pick<Tables, 'deliveries' | 'deliveryPhones' | 'attempts'>

/** The deliveries of all endpoints of an account, including removed endpoints. */
export function deliveriesOf({ deliveries }: DeliveryTables, account: AccountId): readonly Delivery[] {
  return deliveries.partsInUse().flatMap((part) => (part.startsWith(`${account} `) ? deliveries.of(part) : []))
}

/** Removes the delivery with its attempts. */
export function removeDelivery({ deliveries, deliveryPhones, attempts }: DeliveryTables, delivery: Delivery) {
  const part = deliveryPart(delivery)
  for (const { number } of attempts.of(part)) attempts.remove(part, String(number))
  deliveries.remove(endpointPart(delivery), delivery.event)
  deliveryPhones.remove(endpointPart(delivery), delivery.event)
}
