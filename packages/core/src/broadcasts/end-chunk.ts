import { withReceipt } from '../messages/receive-receipt.js'
import type { Ids } from '../ports/ids.js'
import type { Stores } from '../ports/unit-of-work.js'
import type { DispatchJob } from './dispatch-job.js'
import type { Chunk } from './chunk.js'

/**
 * The end of a chunk's job. Receipts that came before their messages were stored are applied here, after the commits
 * that stored them: whoever brings one later finds the message.
 */
export async function endChunk(
  stores: Stores,
  { ids, job }: { readonly ids: Ids; readonly job: DispatchJob },
  { account, broadcast, firstPosition, recipients }: Chunk,
): Promise<void> {
  const positions = { from: firstPosition, until: firstPosition + recipients.phones.length }
  const receipts = await stores.messages.takeReceipts(account, broadcast, positions)
  const messages =
    receipts.length === 0
      ? new Map()
      : await stores.messages.lock(
          account,
          receipts.map(({ message }) => message),
        )
  for (const receipt of receipts) {
    const message = messages.get(receipt.message)
    if (message?.phase === null) await withReceipt(stores, message, receipt, ids)
    else if (message !== undefined) await stores.messages.keepReceipt(receipt)
  }
  await stores.jobs.finish(job)
}
