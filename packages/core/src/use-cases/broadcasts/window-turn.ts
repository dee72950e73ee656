import { CHUNK_LENGTH_MAX, firstOpeningMs, type Chunk, type ChunkProgress } from '../../model/broadcasts/chunk.js'
import { chunkJobIdOf } from '../../model/broadcasts/message-id-at.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { addMs } from '../../values/time/instant.js'
import { nextInChain, previousInChain } from './chunk-job.js'
import type { Home } from './slice.js'

/**
 * A chunk whose turn has not come looks again by itself after this time, multiplied by the number of chunks ahead of it in its
 * chain: so the chunks of a large broadcast do not all look again and again.
 */
const TURN_AGAIN_MS = 10_000

/**
 * When the job of a chunk runs again, if the windows of the chunk have opened, but its turn has not come. Null otherwise. When
 * the windows of many chunks open together, they are sent as they would be without windows: the chunks of a chain one after
 * the other.
 *
 * A chunk waits while the chunk before it has recipients whose windows have opened too, and a job. The worker of that chunk brings
 * the job forward in `endTurn`. Takes no locks, so the job may miss that; then it looks again by itself.
 */
export async function waitsForTurnUntil(stores: TurnStores, chunk: Chunk, now: Date): Promise<Date | null> {
  const { account, broadcast, progress, recipients } = chunk
  const previous = previousInChain(chunk)
  const isAllBegun = progress.cursor === recipients.phones.length
  if (previous === null || !isAllBegun || !hasOpened(progress, now)) return null
  if (progress.waiting.some(({ isHeld }) => !isHeld)) return null
  const from = previous.number * CHUNK_LENGTH_MAX
  const [before] = await stores.broadcasts.chunksAt(account, broadcast, { from, until: from + 1 })
  if (!hasOpened(before!.progress, now)) return null
  const hasJob = await stores.jobs.exists(account, chunkJobIdOf(broadcast, previous.number))
  return hasJob ? addMs(now, TURN_AGAIN_MS * previous.ahead) : null
}

type TurnStores = Pick<Stores, 'broadcasts' | 'jobs'>

/**
 * Brings the job of the next chunk in the chain forward, if this chunk has no more recipients that were held until now. Adds
 * no job: the next chunk has none before all recipients of this one are begun, nor after 20 failures. Never waits for the
 * worker of that job, which may wait for a lock of this unit of work.
 */
export async function endTurn(
  { jobs }: Pick<Stores, 'jobs'>,
  { broadcast, chunk }: Home,
  after: ChunkProgress,
  now: Date,
): Promise<void> {
  if (!hasOpened(chunk.progress, now) || hasOpened(after, now)) return
  const next = nextInChain(chunk, broadcast, now)
  if (next !== null && (await jobs.exists(next.account, next.id))) await jobs.bringForward([next])
}

function hasOpened(progress: Pick<ChunkProgress, 'waiting'>, now: Date): boolean {
  const opensMs = firstOpeningMs(progress)
  return opensMs !== null && opensMs <= now.getTime()
}
