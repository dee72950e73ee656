import type { Chunk, ChunkProgress, SliceAttempt } from '../../model/broadcasts/chunk.js'
import { withAttempt } from '../broadcasts/slice.js'

/**
 * The next slice of an expired broadcast: its recipients fail without being submitted, those that wait for another
 * attempt first. It is stored and settled like any other slice.
 */
export function expiredSlice(
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

export type ExpiredSlice = { readonly attempt: SliceAttempt; readonly progress: ChunkProgress }
