import type { Chunk } from '../../model/broadcasts/chunk.js'
import type { Ids } from '../../ports/runtime.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { ChunkJob } from '../broadcasts/chunk-job.js'
import { withReceipts } from '../messages/receive-receipt.js'

/**
 * The end of a chunk's job. Receipts that came before their messages were stored are applied here, after the commits
 * that stored them: whoever brings one later finds the message.
 */
export async function endChunk(stores: Stores, options: EndOptions, chunk: Chunk): Promise<void> {
  await applyKeptReceipts(stores, options, chunk)
  await stores.jobs.finish(options.job)
}

type EndOptions = { readonly ids: Ids; readonly job: ChunkJob; readonly now: Date }

/** One for a message in doubt is kept again, where whoever settles that finds it; one for nobody stays and grows old. */
async function applyKeptReceipts(stores: Stores, options: EndOptions, chunk: Chunk): Promise<void> {
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
