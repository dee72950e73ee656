import type { ChunkState } from '../../model/broadcasts/broadcast-store.js'
import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { CHUNK_LENGTH_MAX, chunkNumberAt, type Chunk } from '../../model/broadcasts/chunk.js'
import { chunkJobIdOf } from '../../model/broadcasts/message-id-at.js'
import type { ClaimedJob, ClaimedJobOf, Job } from '../../model/jobs/job.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PositionRange } from '../../values/page.js'
import { addMs } from '../../values/time/instant.js'

export type ChunkJob = ClaimedJobOf<'dispatch-chunk'>

/**
 * The maximum number of chunks of a broadcast in progress at once, across all processes. When the last recipients of a
 * chunk are submitted, the next chunk of its chain joins the end of the job queue, so that broadcasts take turns.
 */
const CHAINS_MAX = 16

/**
 * The job of a broadcast's first chunk is backdated by this, so that it is claimed before the account's other chunks. A
 * small broadcast has only that chunk, so it does not wait for a large broadcast.
 */
const HEAD_START_MS = 60_000

/** The jobs for newly released recipients: one for the first chunk of each chain, none before the end of the hold. */
export function firstJobs(
  { id: broadcast, account, heldUntil }: Pick<Broadcast, 'id' | 'account' | 'heldUntil'>,
  { from, until }: PositionRange,
  now: Date,
): readonly Job[] {
  const ahead = heldUntil ?? addMs(now, -HEAD_START_MS)
  const first = chunkNumberAt(from)
  const count = Math.min(CHAINS_MAX, Math.ceil(until / CHUNK_LENGTH_MAX) - first)
  return Array.from({ length: count }, (_, i) =>
    chunkJob({ account, broadcast, number: first + i }, i === 0 ? ahead : (heldUntil ?? now)),
  )
}

/** The job of the next chunk in the chain, if there is one and it is released. */
export function nextInChain(
  { account, broadcast, number }: ChunkName,
  { released }: Pick<Broadcast, 'released'>,
  runAt: Date,
): Job | null {
  const next = number + CHAINS_MAX
  return next * CHUNK_LENGTH_MAX < released ? chunkJob({ account, broadcast, number: next }, runAt) : null
}

/** The chunk before this one in its chain, and how many are ahead of this one; null for the first. */
export function previousInChain({ number }: Pick<Chunk, 'number'>): { number: number; ahead: number } | null {
  return number < CHAINS_MAX ? null : { number: number - CHAINS_MAX, ahead: Math.floor(number / CHAINS_MAX) }
}

/**
 * The jobs of a paused broadcast that rest, if they are released: those of the chunks whose recipients wait, and one for the
 * first chunk of each chain that has others.
 */
export function jobsToWake(
  { account, id: broadcast, released }: Pick<Broadcast, 'account' | 'id' | 'released'>,
  unfinished: readonly Pick<ChunkState, 'number' | 'length' | 'progress'>[],
  now: Date,
): readonly Job[] {
  const chains = new Set<number>()
  const woken = unfinished.filter(({ number, length, progress }) => {
    if (number * CHUNK_LENGTH_MAX >= released) return false
    if (progress.cursor === length) return true
    const chain = number % CHAINS_MAX
    const isFirst = !chains.has(chain)
    chains.add(chain)
    return isFirst
  })
  return woken.map(({ number }) => chunkJob({ account, broadcast, number }, now))
}

/**
 * Handles a dead job. If it was the job of a chunk, the chunk waits for an operator, but its chain continues.
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
 * The id for the attempt and the throttle entry of a chunk's nth slice, which is begun or settled under this claim.
 * The fence alone is not enough: all jobs that were claimed together share it.
 */
export function attemptIdOf({ id, fence }: ChunkJob, number: number): string {
  return `${id}.${fence}.${number}`
}

/** Releases the job and resets its attempts: waiting is not a failure. Does nothing if another worker claimed it. */
export async function requeue({ jobs }: Pick<Stores, 'jobs'>, job: ChunkJob, runAt: Date): Promise<void> {
  const { kind, payload, id, account, lane } = job
  if (await jobs.holds(job)) await jobs.put([{ kind, payload, id, account, lane, runAt }])
}

function chunkJob({ account, broadcast, number }: ChunkName, runAt: Date): Job {
  const payload = { broadcast, chunk: number }
  return { kind: 'dispatch-chunk', payload, id: chunkJobIdOf(broadcast, number), account, lane: 'bulk', runAt }
}

type ChunkName = Pick<Chunk, 'account' | 'broadcast' | 'number'>
