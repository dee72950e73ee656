import {
  withoutRecipient,
  type BroadcastId,
  type Erased,
  type ErasedRecipients,
  type LookedChunk,
} from '@carillon/core'
import { CHUNK_ROW_COLUMNS, fromRow, toRecipientsRow, type ChunkRow } from '../broadcasts/chunk-row.js'
import { rowsOf, run, type Database } from '../sql/sql.js'

/** Reads each chunk once, or twice if it contains the number. */
export async function eraseRecipients(
  trx: Database,
  { account, phone }: Erased,
  { after, limit }: { readonly after: LookedChunk | null; readonly limit: number },
): Promise<ErasedRecipients> {
  const batch = await rowsOf<SearchedRow>(trx, SEARCH, { account, phone, ...(after ?? BEFORE_ALL), limit })
  const found = batch.filter(({ has_recipient: hasRecipient }) => hasRecipient)
  const erased = found.length === 0 ? [] : await rowsOf<ChunkRow>(trx, LOCK, { account, phone, ...keysOf(found) })
  for (const { broadcast, number, recipients } of erased.map(fromRow)) {
    const others = toRecipientsRow(withoutRecipient(recipients, phone))
    await run(trx, SAVE, { account, broadcast, number, ...others })
  }
  const last = batch.length < limit ? null : batch.at(-1)!
  return {
    erased: erased.length,
    inFlight: found.length - erased.length,
    last: last && { broadcast: last.broadcast_id, number: last.number },
  }
}

const BEFORE_ALL = { broadcast: '', number: 0 }

type SearchedRow = { readonly broadcast_id: BroadcastId; readonly number: number; readonly has_recipient: boolean }

function keysOf(found: readonly SearchedRow[]) {
  return { broadcasts: found.map(({ broadcast_id: id }) => id), numbers: found.map(({ number }) => String(number)) }
}

const HAS_RECIPIENT = `position(',' || :phone || ',' in ',' || phones || ',') > 0`

const SEARCH = `
  select broadcast_id, number, ${HAS_RECIPIENT} as has_recipient
    from broadcast_chunk
   where account_id = :account and (broadcast_id, number) > (:broadcast, :number)
   order by broadcast_id, number
   limit :limit`

/** Whether the recipient is in an open attempt. */
const IN_ATTEMPT = `
  (attempt is not null and
    (attempt::jsonb->'indices') || (attempt::jsonb->'stopped') || (attempt::jsonb->'overdue')
      @> to_jsonb(array_position(string_to_array(phones, ','), :phone) - 1))`

const LOCK = `
  select ${CHUNK_ROW_COLUMNS}
    from broadcast_chunk
   where account_id = :account
     and (broadcast_id, number) in (select * from unnest(:broadcasts::text[], :numbers::integer[]))
     and ${HAS_RECIPIENT} and not ${IN_ATTEMPT}
   order by broadcast_id, number
     for update`

const SAVE = `
  update broadcast_chunk
     set phones = :phones, keys = :keys, bodies = :bodies, media_urls = :media_urls,
         templates = :templates
   where account_id = :account and broadcast_id = :broadcast and number = :number`
