import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { CHUNK_LENGTH_MAX, chunkNumberAt, type Chunk } from '../../model/broadcasts/chunk.js'
import { chunkJobIdOf } from '../../model/broadcasts/message-id-at.js'
import type { ClaimedJob, ClaimedJobOf, Job } from '../../model/jobs/job.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PositionRange } from '../../values/page.js'
import { addMs } from '../../values/time/instant.js'

export type ChunkJob = ClaimedJobOf<'dispatch-chunk'>

/**
 * So many chunks of a broadcast are worked at once, anywhere. Each brings up the next one when all of it was begun,
 * which goes to the end of the queue: so broadcasts of one account take turns.
 */
const CHAINS_MAX = 16

/**
 * More than the chunks of other broadcasts of the account have been waiting: the first one of each goes ahead of them. It
 * is all that a small one has, which does not wait for a large one then.
 */
const HEAD_START_MS = 60_000

/** Of those who may be begun from now on: the heads of the chains. */
export function firstJobs(
  { id: broadcast, account }: Pick<Broadcast, 'id' | 'account'>,
  { from, until }: PositionRange,
  now: Date,
): readonly Job[] {
  const ahead = addMs(now, -HEAD_START_MS)
  const first = chunkNumberAt(from)
  const count = Math.min(CHAINS_MAX, Math.ceil(until / CHUNK_LENGTH_MAX) - first)
  return Array.from({ length: count }, (_, i) =>
    chunkJob({ account, broadcast, number: first + i }, i === 0 ? ahead : now),
  )
}

/** Of the chunk that follows in its chain, if there is one whose turn has come. */
export function nextInChain(
  { account, broadcast, number }: ChunkName,
  { released }: Pick<Broadcast, 'released'>,
  runAt: Date,
): Job | null {
  const next = number + CHAINS_MAX
  return next * CHUNK_LENGTH_MAX < released ? chunkJob({ account, broadcast, number: next }, runAt) : null
}

/**
 * A job has died. Where it was a chunk's, the chunk waits for an operator, and what follows in its chain does not wait
 * with it.
 */
export async function onDead(stores: Stores, job: ClaimedJob, now: Date): Promise<void> {
  if (job.kind !== 'dispatch-chunk') return
  const { account, payload } = job
  const broadcast = await stores.broadcasts.find(account, payload.broadcast)
  if (broadcast === null) return
  const next = nextInChain({ account, broadcast: broadcast.id, number: payload.chunk }, broadcast, now)
  if (next !== null) await stores.jobs.add([next])
}

/**
 * Of the nth slice of a chunk, begun or cleared up under this claim: its attempt, and what it takes of the sender's rate.
 * The fence alone would not do: all jobs of a claim have the same.
 */
export function attemptIdOf({ id, fence }: ChunkJob, number: number): string {
  return `${id}.${fence}.${number}`
}

/** Gives the job back as if it had never been tried: to wait is no failure. Nothing happens where somebody else has claimed it. */
export async function requeue({ jobs }: Pick<Stores, 'jobs'>, job: ChunkJob, runAt: Date): Promise<void> {
  const { kind, payload, id, account, lane } = job
  if (await jobs.holds(job)) await jobs.put([{ kind, payload, id, account, lane, runAt }])
}

function chunkJob({ account, broadcast, number }: ChunkName, runAt: Date): Job {
  const payload = { broadcast, chunk: number }
  return { kind: 'dispatch-chunk', payload, id: chunkJobIdOf(broadcast, number), account, lane: 'bulk', runAt }
}

type ChunkName = Pick<Chunk, 'account' | 'broadcast' | 'number'>
