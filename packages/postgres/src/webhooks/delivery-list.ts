import type { DeliveryFilter, EndpointName } from '@carillon/core'
import { namingAccount } from '../placements/naming-accounts.js'
import type { Bindings } from '../sql/sql.js'
import { ATTEMPT_COLUMNS, DELIVERY_COLUMNS } from './delivery-row.js'

export function filterBindings({ account, id: endpoint }: EndpointName, filter: DeliveryFilter): Bindings {
  return { account, endpoint, ...filter }
}

export function counting(filter: DeliveryFilter): string {
  return `select count(*)::integer as count ${matching(filter)}`
}

/**
 * Finds the page with an index only, however far down it is, and reads only its deliveries, each with its last attempt.
 */
export function listing(filter: DeliveryFilter) {
  return namingAccount(
    (own) => `
    select ${DELIVERY_COLUMNS}, ${ATTEMPT_COLUMNS}
      from (
        select account_id, event_id ${matching(filter)} order by event_at desc, event_id desc limit :limit offset :offset
      ) as found
      join webhook_delivery
        on ${own('webhook_delivery')}webhook_delivery.account_id = found.account_id
       and webhook_delivery.endpoint_id = :endpoint
       and webhook_delivery.event_id = found.event_id
      left join webhook_attempt
        on ${own('webhook_attempt')}webhook_attempt.account_id = found.account_id
       and webhook_attempt.endpoint_id = :endpoint
       and webhook_attempt.event_id = found.event_id and webhook_attempt.number = webhook_delivery.attempts
     order by webhook_delivery.event_at desc, webhook_delivery.event_id desc`,
  )
}

/** Applies only the filters that were requested. */
function matching({ status, type, event }: DeliveryFilter): string {
  const conditions = [
    'account_id = :account',
    'endpoint_id = :endpoint',
    ...(status === undefined ? [] : ['status = :status']),
    ...(type === undefined ? [] : ['type = :type']),
    ...(event === undefined ? [] : ['event_id = :event']),
  ]
  return `from webhook_delivery where ${conditions.join(' and ')}`
}
