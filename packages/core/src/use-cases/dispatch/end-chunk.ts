import type { Chunk } from '../../model/broadcasts/chunk.js'
import type { ConsentDeps } from '../../model/consent/consent-log.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { ChunkJob } from '../broadcasts/chunk-job.js'
import { withReceipts } from '../messages/receive-receipt.js'

/**
 * Ends a chunk's job. Applies the receipts that arrived before their messages were stored. Runs after the commits that
 * stored the messages, so a receipt that arrives later finds its message.
 */
export async function endChunk(stores: Stores, options: EndOptions, chunk: Chunk): Promise<void> {
  await applyKeptReceipts(stores, options, chunk)
  await stores.jobs.finish(options.job)
}

type ReceiptOptions = ConsentDeps & { readonly now: Date }
type EndOptions = ReceiptOptions & { readonly job: ChunkJob }

/** Applies the kept receipts of settled messages. The receipt of a message that is not settled yet stays kept. */
export async function applyKeptReceipts(stores: Stores, options: ReceiptOptions, chunk: Chunk): Promise<void> {
  const { account, broadcast, firstPosition: from, recipients } = chunk
  const until = from + recipients.phones.length
  const received = await stores.messages.withReceiptKept(account, broadcast, { from, until })
  if (received.length === 0) return
  const messages = await stores.messages.lock(account, received)
  const receipts = await stores.messages.takeReceipts(account, [...messages.keys()])
  const pairs = receipts.map((receipt) => ({ receipt, message: messages.get(receipt.message)! }))
  await withReceipts(
    stores,
    pairs.filter(({ message }) => message.phase === null),
    options,
  )
  for (const { message, receipt } of pairs) if (message.phase !== null) await stores.messages.keepReceipt(receipt)
}
