import type { Erased, ErasedEvents, EventId, WebhookEndpointId } from '@carillon/core'
import { rowsOf, run, type Database } from '../sql/sql.js'
import { blockTrims } from '../sql/trim-lock.js'
import { SERVED } from '../webhooks/served-endpoints.js'

/**
 * Blocks trims first, to prevent a deadlock: a trim deletes events before their deliveries, but this function deletes
 * deliveries first.
 */
export async function eraseEvents(
  trx: Database,
  { account, phone }: Erased,
  { after, limit }: { readonly after: EventId | null; readonly limit: number },
): Promise<ErasedEvents> {
  await blockTrims(trx, account)
  const batch = await rowsOf<EventRow>(trx, EVENTS, { account, phone, after: after ?? '', limit })
  const ids = batch.filter(({ is_telling: hasPhone }) => hasPhone).map(({ id }) => id)
  if (ids.length > 0) {
    const served = await rowsOf<{ endpoint_id: WebhookEndpointId }>(trx, ENDPOINTS, { account })
    const endpoints = served.map(({ endpoint_id: id }) => id)
    // Deletes deliveries first, to wait for transactions that are about to add an attempt to a delivery.
    await run(trx, ERASE_DELIVERIES, { account, endpoints, ids })
    await run(trx, ERASE_ATTEMPTS, { account, endpoints, ids })
    await run(trx, ERASE_EVENTS, { account, ids })
  }
  return { erased: ids.length, last: batch.length < limit ? null : batch.at(-1)!.id }
}

type EventRow = { readonly id: EventId; readonly is_telling: boolean }

/** Makes the same decision for each event as `mentionsPhone`. */
const EVENTS = `
  select id,
         coalesce(data->'contact'->>'phoneNumber' = :phone, false)
           or coalesce(
                case data->'message'->>'direction'
                  when 'inbound' then data->'message'->>'from'
                  else data->'message'->>'to'
                end = :phone,
                false
              ) as is_telling
    from event
   where account_id = :account and id > :after
   order by id
   limit :limit`

const ENDPOINTS = `${SERVED} select served.endpoint_id from served`

const ERASE_DELIVERIES = `
  delete from webhook_delivery
   where account_id = :account and endpoint_id = any (:endpoints::text[]) and event_id = any (:ids::text[])`

const ERASE_ATTEMPTS = `
  delete from webhook_attempt
   where account_id = :account and endpoint_id = any (:endpoints::text[]) and event_id = any (:ids::text[])`

const ERASE_EVENTS = 'delete from event where account_id = :account and id = any (:ids::text[])'
