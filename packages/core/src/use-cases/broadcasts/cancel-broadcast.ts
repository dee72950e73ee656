import type { ChunkState } from '../../model/broadcasts/broadcast-store.js'
import { broadcastView, type BroadcastView } from '../../model/broadcasts/broadcast-view.js'
import { NO_OUTCOMES, queuedOf, type Broadcast } from '../../model/broadcasts/broadcast.js'
import { keyedOf, pick } from '../../model/broadcasts/recipients.js'
import { sliceEntries } from '../../model/credits/credit-entries.js'
import { BULK_PRICE, FREE, times } from '../../model/credits/price.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { giveBackWaiting } from '../frequency/give-back.js'
import { countOutcomes } from '../messages/count-in-broadcast.js'
import { requireBroadcast, type BroadcastName } from './read-broadcast.js'

export type CanceledBroadcast = {
  readonly broadcast: BroadcastView
  /** The number of messages that were being submitted, which are not canceled. */
  readonly inFlight: number
}

/** Skips the queued recipients, except those being submitted. A completed or canceled broadcast stays unchanged. */
export class CancelBroadcast {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  execute(name: BroadcastName): Promise<CanceledBroadcast> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const broadcast = await cancelIn(stores, this.deps.ids, await requireBroadcast(stores, name), now)
      return { broadcast: broadcastView(broadcast), inFlight: queuedOf(broadcast) }
    })
  }
}

/** Cancels a broadcast within a unit of work, and returns the updated broadcast. The credits are changed last. */
export async function cancelIn(
  stores: Stores,
  ids: Ids,
  { account, id }: Pick<Broadcast, 'account' | 'id'>,
  now: Date,
): Promise<Broadcast> {
  const chunks = await stores.broadcasts.lockChunks(account, id)
  const before = (await stores.broadcasts.find(account, id))!
  if (before.completedAt !== null || before.status === 'canceled') return before
  await giveBackWaiting(stores, before, chunks)
  let canceled = 0
  for (const chunk of chunks) canceled += await stopChunk(stores, chunk, before)
  const locked = (await stores.broadcasts.lock(account, id))!
  const stopped: Broadcast = { ...locked, status: 'canceled', held: 0 }
  await stores.broadcasts.save(stopped)
  const counts = { ...NO_OUTCOMES, canceled }
  const counted = await countOutcomes(stores, ids, { account, broadcast: id, counts, now })
  const released = times(BULK_PRICE, canceled)
  await stores.credits.post(
    account,
    sliceEntries({ account, broadcast: id, slice: 'canceled', captured: FREE, released }, now),
  )
  return counted ?? stopped
}

/**
 * Skips the remaining recipients of a locked chunk, up to an index, and returns their number. Their keys may be used
 * again. The caller counts them, and releases their credits.
 */
export async function stopChunk(
  stores: FreeingStores,
  chunk: ChunkState,
  { send }: Pick<Broadcast, 'send'>,
  until = chunk.length,
): Promise<number> {
  const { progress } = chunk
  const fresh = Array.from({ length: until - progress.cursor }, (_, i) => progress.cursor + i)
  const stopped = [...progress.waiting.map(({ index }) => index), ...fresh]
  if (stopped.length === 0) return 0
  const after = { ...progress, cursor: until, waiting: [], misses: 0, retryAt: null }
  await stores.broadcasts.saveOpenProgress({ ...chunk, progress: after })
  // Recipients of a schedule have no keys.
  if (send === null) await freeKeys(stores, chunk, stopped)
  return stopped.length
}

type FreeingStores = Pick<Stores, 'broadcasts' | 'recipientKeys'>

/** Frees the keys of skipped recipients. Reads only this chunk, so that only one chunk is in memory at a time. */
async function freeKeys(stores: FreeingStores, chunk: ChunkState, stopped: readonly number[]): Promise<void> {
  const { account, broadcast, firstPosition: from } = chunk
  const [whole] = await stores.broadcasts.chunksAt(account, broadcast, { from, until: from + 1 })
  const { phones, keys } = whole!.recipients
  if (keys === null) return
  const keyed = keyedOf({ phones: pick(phones, stopped), keys: pick(keys, stopped) })
  if (keyed.keys.length === 0) return
  await stores.recipientKeys.free({ account, broadcast, phones: keyed.phones, keys: keyed.keys })
}
