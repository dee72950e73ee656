import type { Chunk, ChunkProgress, SliceAttempt } from '../../model/broadcasts/chunk.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { attemptIdOf, nextInChain, type ChunkJob } from '../broadcasts/chunk-job.js'
import { withAttempt, type Home, type OpenSlice } from '../broadcasts/slice.js'
import { countedIn, messagesTo } from '../frequency/give-back.js'
import { saveLockedProgress } from './settle-slice.js'
import { countHeld } from './window-gate.js'

type ExpireOptions = { readonly job: ChunkJob; readonly now: Date; readonly lengthMax: number }

/** Begins a slice whose recipients fail. Recipients that were never released fail too, in all chunks of the chain. */
export async function expireSlice(
  stores: Stores,
  { job, now, lengthMax }: ExpireOptions,
  { broadcast, chunk }: Home,
): Promise<OpenSlice> {
  const id = attemptIdOf(job, chunk.progress.slices + 1)
  const { attempt, progress } = expiredSlice(chunk, { id, now, lengthMax })
  const isAllBegun = progress.cursor === chunk.recipients.phones.length
  const next = isAllBegun ? nextInChain(chunk, { released: broadcast.total }, now) : null
  const unused = messagesTo({ broadcast, chunk }, countedIn(chunk.progress.waiting))
  if (unused.length > 0) await stores.frequencies.giveBack(chunk.account, unused)
  await Promise.all([
    saveLockedProgress(stores, { ...chunk, progress }, null),
    next !== null && stores.jobs.add([next]),
  ])
  await countHeld(stores, chunk, progress)
  return { broadcast, chunk: { ...chunk, progress }, attempt }
}

/**
 * The next slice of an expired broadcast: its recipients fail without being submitted, those that wait for another
 * attempt first. It is stored and settled like any other slice.
 */
function expiredSlice(
  { recipients, progress }: Pick<Chunk, 'recipients' | 'progress'>,
  { id, now, lengthMax }: { readonly id: string; readonly now: Date; readonly lengthMax: number },
): ExpiredSlice {
  const { cursor, waiting, slices } = progress
  const left = recipients.phones.length - cursor
  const fresh = Array.from({ length: Math.min(lengthMax, left) }, (_, i) => cursor + i)
  const stopped = [...waiting.map(({ index }) => index), ...fresh]
  const attempt: SliceAttempt = {
    id,
    number: slices + 1,
    at: now,
    indices: [],
    texts: null,
    lookUps: [],
    stopped,
    stoppedBy: stopped.map(() => 'expired' as const),
    overdue: [],
    again: [],
  }
  const begun = withAttempt(
    progress,
    { again: [], fresh, overdue: waiting, held: [], late: [], cursor: cursor + fresh.length },
    attempt,
  )
  return { attempt, progress: { ...begun, misses: 0, retryAt: null } }
}

type ExpiredSlice = { readonly attempt: SliceAttempt; readonly progress: ChunkProgress }
