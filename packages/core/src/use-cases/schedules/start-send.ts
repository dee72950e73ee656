import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { beforeExpiry, isExpired } from '../../model/broadcasts/expiry.js'
import { openCanaryOf, releasedAfterUntested, withoutOpenCanary, withWaitFrom } from '../../model/broadcasts/watch.js'
import { sendEvent } from '../../model/events/event.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import { releasedNext } from '../../model/schedules/waves.js'
import { isTooLate, type Send } from '../../model/schedules/send.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { cancelIn } from '../broadcasts/cancel-broadcast.js'
import { nextLookAtWave } from '../broadcasts/pause-broadcast.js'
import { firstJobs } from '../broadcasts/chunk-job.js'
import { lockReleased } from '../broadcasts/watch-canary.js'
import { ended, hasPlanned } from './advance-schedule.js'
import { lookAtCanary, nextReleaseAt, releasedFirst, RELEASES, type Look } from './next-release.js'
import { saveWithJob, sendJobOf, type SendJob } from './schedule-jobs.js'

/**
 * The job of a send: starts its broadcast when it is due, never early and never more than an hour late, and releases
 * its waves.
 */
export class StartSend {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute(job: SendJob): Promise<void> {
    await this.deps.unitOfWork.run(async (stores) => {
      const { account, payload } = job
      const schedule = await stores.schedules.lock(account, payload.schedule)
      if (!(await stores.jobs.holds(job))) return
      const send = schedule && (await stores.schedules.findSend(account, payload.send))
      const broadcast = send?.broadcast && (await lockReleased(stores, account, send.broadcast))
      // Only now: the next wave comes an interval after this one, however long the connection and the locks took.
      const now = this.deps.clock.now()
      if (!schedule || !send || !broadcast) await stores.jobs.finish(job)
      else if (send.status === 'planned') await this.start(stores, { job, schedule, send, broadcast, now })
      else await release(stores, this.deps.ids, { job, send, broadcast, now })
    })
  }

  private async start(stores: Stores, { schedule, ...starting }: Starting): Promise<void> {
    const { job, send, broadcast, now } = starting
    if (now < send.scheduledFor) return void (await stores.jobs.postpone(job, { runAt: send.scheduledFor }))
    if (broadcast.status === 'canceled') return this.skip(stores, { schedule, ...starting }, 'canceled')
    if (isTooLate(send.scheduledFor, now)) return this.skip(stores, { schedule, ...starting }, 'too_late')
    await stores.schedules.saveSend({ ...send, status: 'started' })
    await saveStarted(stores, { ...schedule, hasSent: true }, now)
    await release(stores, this.deps.ids, starting)
  }

  private async skip(
    stores: Stores,
    { schedule, job, send, broadcast, now }: Starting,
    reason: 'canceled' | 'too_late',
  ) {
    const skipped: Send = { ...send, status: 'skipped', reason }
    await stores.schedules.saveSend(skipped)
    await saveStarted(stores, schedule, now)
    await stores.jobs.finish(job)
    const event = { id: this.deps.ids.next('evt'), at: now }
    await stores.events.append(send.account, [sendEvent('schedule.send.failed', skipped, event)])
    await cancelIn(stores, this.deps.ids, broadcast, now)
  }
}

type Released = { readonly job: SendJob; readonly send: Send; readonly broadcast: Broadcast; readonly now: Date }
type Starting = Released & { readonly schedule: Schedule }

/** A schedule whose last occurrence has begun ends with the last of its planned sends. */
async function saveStarted(stores: Stores, schedule: Schedule, now: Date): Promise<void> {
  const isOver = schedule.next?.isOpen === true && !(await hasPlanned(stores, schedule))
  if (isOver) await saveWithJob(stores, ended(schedule, now), now)
  else await stores.schedules.save(schedule)
}

/**
 * Releases the canary, the next wave, or all recipients if there are no waves, and postpones the job to the following
 * release. An expired broadcast releases all: its workers let them fail.
 */
async function release(stores: Stores, ids: Ids, { job, send, broadcast, now }: Released): Promise<void> {
  const { account, id, total, released: from, completedAt, status } = broadcast
  if (from === total || completedAt !== null || status === 'canceled') return void (await stores.jobs.finish(job))
  const look = isExpired(broadcast, now) ? RELEASES : await nextLook(stores, ids, { send, broadcast, now })
  if (look.again !== null) return void (await stores.jobs.postpone(job, { runAt: look.again }))
  const canary = from === 0 ? openCanaryOf(broadcast) : null
  const released = look.isUntested ? releasedAfterUntested(broadcast) : nextOf(broadcast, send)
  const until = isExpired(broadcast, now) ? total : released
  if (until === total) await stores.jobs.finish(job)
  else await stores.jobs.put([sendJobOf(send, beforeExpiry(broadcast, nextReleaseAt(job.runAt, now, send, canary)))])
  await stores.jobs.bringForward(firstJobs(broadcast, { from, until }, now))
  const locked = (await stores.broadcasts.lock(account, id))!
  const waiting = look.isUntested ? withWaitFrom(locked.watch, now) : locked.watch
  const watch = from > 0 && until === total ? withoutOpenCanary(locked.watch) : waiting
  await stores.broadcasts.save({ ...locked, released: until, watch })
}

/** A send that is paused, or whose canary is open, is looked at again. */
async function nextLook(stores: Stores, ids: Ids, looking: Omit<Released, 'job'>): Promise<Look> {
  const { broadcast, now } = looking
  if (broadcast.pausedAt !== null) return { again: beforeExpiry(broadcast, nextLookAtWave(now)) }
  return lookAtCanary(stores, ids, looking)
}

function nextOf(broadcast: Broadcast, send: Send): number {
  const { total, released } = broadcast
  return released === 0 ? releasedFirst(total, send, openCanaryOf(broadcast)) : releasedNext(broadcast, send.waves)
}
