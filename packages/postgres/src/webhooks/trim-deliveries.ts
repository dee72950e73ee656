import type { AccountId, WebhookEndpointId } from '@carillon/core'
import { countOf, rowsOf, type Database } from '../sql/sql.js'
import { SERVED } from './served-endpoints.js'

/** Deletes deliveries of removed endpoints, with their attempts. The first query usually finds no such endpoints. */
export async function trimDeliveries(trx: Database, account: AccountId, limit: number): Promise<number> {
  const gone = await rowsOf<{ endpoint_id: WebhookEndpointId }>(trx, GONE, { account })
  const endpoints = gone.map(({ endpoint_id }) => endpoint_id)
  return endpoints.length === 0 ? 0 : countOf(trx, TRIM, { account, endpoints, limit })
}

const GONE = `
  ${SERVED}
  select served.endpoint_id
    from served
   where not exists (
           select from webhook_endpoint
            where webhook_endpoint.account_id = :account and webhook_endpoint.id = served.endpoint_id
         )`

const TRIM = `
  with gone as (
    select account_id, endpoint_id, event_id
      from webhook_delivery
     where account_id = :account and endpoint_id = any (:endpoints::text[])
     limit :limit
       for update skip locked
  ),
  forgotten as (
    delete from webhook_attempt
     using gone
     where webhook_attempt.account_id = gone.account_id and webhook_attempt.endpoint_id = gone.endpoint_id
       and webhook_attempt.event_id = gone.event_id
  )
  delete from webhook_delivery
   using gone
   where webhook_delivery.account_id = gone.account_id and webhook_delivery.endpoint_id = gone.endpoint_id
     and webhook_delivery.event_id = gone.event_id`
