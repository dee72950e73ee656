import type { ClaimedJobOf, Job } from '../jobs/job.js'
import type { Stores } from '../ports/unit-of-work.js'
import { chunkJobIdOf, type Broadcast } from './broadcast.js'
import { CHUNK_LENGTH_MAX, type Chunk } from './chunk.js'

export type DispatchJob = ClaimedJobOf<'dispatch-chunk'>

/**
 * So many chunks of a broadcast are worked at once, anywhere. Each brings up the next one when all of it was begun,
 * which goes to the end of the queue: so broadcasts of one account take turns, and a small one does not wait for a large.
 */
const STRANDS_MAX = 16

export function firstJobs(chunks: readonly Chunk[], runAt: Date): readonly Job[] {
  return chunks.slice(0, STRANDS_MAX).map((chunk) => dispatchJob(chunk, runAt))
}

/** Of the chunk that follows in its strand, if there is one. */
export function nextInStrand(
  { account, broadcast, number }: ChunkName,
  { total }: Pick<Broadcast, 'total'>,
  runAt: Date,
): Job | null {
  const next = number + STRANDS_MAX
  return next * CHUNK_LENGTH_MAX < total ? dispatchJob({ account, broadcast, number: next }, runAt) : null
}

/** Gives the job back as if it had never been tried: to wait is no failure. Nothing happens where somebody else has claimed it. */
export async function giveBack({ jobs }: Pick<Stores, 'jobs'>, job: DispatchJob, runAt: Date): Promise<void> {
  const { kind, payload, id, account, lane } = job
  if (await jobs.holds(job)) await jobs.put([{ kind, payload, id, account, lane, runAt }])
}

function dispatchJob({ account, broadcast, number }: ChunkName, runAt: Date): Job {
  const payload = { broadcast, chunk: number }
  return { kind: 'dispatch-chunk', payload, id: chunkJobIdOf(broadcast, number), account, lane: 'bulk', runAt }
}

type ChunkName = Pick<Chunk, 'account' | 'broadcast' | 'number'>
