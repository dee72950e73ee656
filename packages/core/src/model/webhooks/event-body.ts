import type { DueDelivery } from './delivery-store.js'

/** What an endpoint is sent: the same text at every try, since it is signed. */
export function bodyOf({ delivery, at, data }: DueDelivery): string {
  const head = JSON.stringify({ id: delivery.event, type: delivery.type, timestamp: at })
  return `${head.slice(0, -1)},"data":${data}}`
}
