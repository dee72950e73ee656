import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { isUnderWay } from '../../model/broadcasts/broadcast.js'
import { chunkNumberAt } from '../../model/broadcasts/chunk.js'
import { beforeExpiry, isExpired } from '../../model/broadcasts/expiry.js'
import {
  openCanaryOf,
  releasedAfterUntested,
  waitEndOf,
  withoutOpenCanary,
  withWaitFrom,
} from '../../model/broadcasts/watch.js'
import type { ClaimedJobOf, Job } from '../../model/jobs/job.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { jobIdOf, type AccountId, type BroadcastId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'
import { judgeCanary, pauseIn } from '../watch/judge-broadcast.js'
import { firstJobs } from './chunk-job.js'

export type CanaryJob = ClaimedJobOf<'watch-canary'>

/** How often a canary is judged until its wait is over, and how often its job looks at a paused broadcast. */
const LOOK_AGAIN_MS = 60_000

/**
 * The job of a broadcast with a canary: judges the canary each minute, pauses the broadcast when a limit is passed, and
 * releases the other recipients when the canary has passed, an operator has resumed the broadcast, or it has expired.
 */
export class WatchCanary {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute(job: CanaryJob): Promise<void> {
    const { unitOfWork, clock, ids } = this.deps
    const eventId = ids.next('evt')
    await unitOfWork.run(async (stores) => {
      if (!(await stores.jobs.holds(job))) return
      const now = clock.now()
      const { account, payload } = job
      const broadcast = await lockReleased(stores, account, payload.broadcast)
      const isDone = broadcast === null || !isUnderWay(broadcast) || broadcast.released === broadcast.total
      if (isDone) return void (await stores.jobs.finish(job))
      const lookAgainAt = beforeExpiry(broadcast, await this.look(stores, broadcast, { now, eventId }))
      if (lookAgainAt > now) return void (await stores.jobs.postpone(job, { runAt: lookAgainAt }))
      await stores.jobs.finish(job)
      await releaseUntil(stores, broadcast, { until: broadcast.total, now })
    })
  }

  /** When to look again; now, if the other recipients are to be released. */
  private async look(stores: Stores, broadcast: Broadcast, { now, eventId }: Looking): Promise<Date> {
    if (isExpired(broadcast, now)) return now
    const again = addMs(now, LOOK_AGAIN_MS)
    if (broadcast.pausedAt !== null) return again
    const canary = openCanaryOf(broadcast)
    if (canary === null) return now
    const waitEndsAt = waitEndOf(broadcast, canary)
    const isWaitOver = waitEndsAt !== null && waitEndsAt <= now && broadcast.held === 0
    const verdict = await judgeCanary(stores, broadcast, { isWaitOver })
    if (verdict.kind === 'passed') return now
    if (verdict.kind === 'untested') {
      const until = releasedAfterUntested(broadcast)
      if (until === broadcast.total) return now
      await releaseUntil(stores, broadcast, { until, now })
      return again
    }
    if (verdict.kind === 'stopped') await pauseNow(stores, broadcast, { limit: verdict.limit, eventId, now })
    if (broadcast.held > 0) return waitAgain(stores, broadcast, now)
    return waitEndsAt !== null && waitEndsAt > now && waitEndsAt < again ? waitEndsAt : again
  }
}

type Looking = Pick<Parameters<typeof pauseIn>[1], 'now' | 'eventId'>

/** Begins the wait of an open canary again, while recipients of it are held, and returns when to look again. */
export async function waitAgain(stores: Stores, { account, id }: Broadcast, now: Date): Promise<Date> {
  const locked = (await stores.broadcasts.lock(account, id))!
  if (locked.watch !== null && isUnderWay(locked)) {
    await stores.broadcasts.save({ ...locked, watch: withWaitFrom(locked.watch, now) })
  }
  return addMs(now, LOOK_AGAIN_MS)
}

/** Pauses a broadcast that the caller has not locked, unless it was paused or has ended meanwhile. */
export async function pauseNow(
  stores: Stores,
  { account, id }: Broadcast,
  pausing: Omit<Parameters<typeof pauseIn>[1], 'broadcast'>,
): Promise<void> {
  const broadcast = (await stores.broadcasts.lock(account, id))!
  if (isUnderWay(broadcast) && broadcast.pausedAt === null) await pauseIn(stores, { broadcast, ...pausing })
}

/**
 * Locks the chunk in which the first waiting recipient is, and then reads the broadcast. A cancel locks all chunks, so
 * the status cannot change in the meantime. A worker of this chunk either sees the release at its next slice, or has
 * already released its job.
 */
export async function lockReleased(
  { broadcasts }: Stores,
  account: AccountId,
  id: BroadcastId,
): Promise<Broadcast | null> {
  const found = await broadcasts.find(account, id)
  if (found === null || found.released === found.total) return found
  await broadcasts.lockChunk({ account, broadcast: id, number: chunkNumberAt(found.released) })
  return broadcasts.find(account, id)
}

type Releasing = { readonly until: number; readonly now: Date }

/** Releases the recipients before a position. The canary is over once all are released. */
async function releaseUntil(stores: Stores, broadcast: Broadcast, { until, now }: Releasing): Promise<void> {
  const { account, id, released: from, total } = broadcast
  await stores.jobs.bringForward(firstJobs(broadcast, { from, until }, now))
  const locked = (await stores.broadcasts.lock(account, id))!
  const watch = until === total ? withoutOpenCanary(locked.watch) : withWaitFrom(locked.watch, now)
  await stores.broadcasts.save({ ...locked, released: until, watch })
}

/** The jobs of a new broadcast: those of the released recipients, and that of the canary if others wait for it. */
export function startingJobs(broadcast: Broadcast, now: Date): readonly Job[] {
  const { released, total, heldUntil } = broadcast
  const jobs = firstJobs(broadcast, { from: 0, until: released }, now)
  return released === total ? jobs : [...jobs, canaryJobOf(broadcast, addMs(heldUntil ?? now, LOOK_AGAIN_MS))]
}

export function canaryJobOf({ account, id: broadcast }: Pick<Broadcast, 'account' | 'id'>, runAt: Date): Job {
  return { kind: 'watch-canary', payload: { broadcast }, id: jobIdOf(broadcast), account, lane: 'timed', runAt }
}
