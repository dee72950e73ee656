import { cancelIn } from '../broadcasts/cancel-broadcast.js'
import { CHUNK_LENGTH_MAX } from '../broadcasts/chunk.js'
import type { Broadcast } from '../broadcasts/broadcast.js'
import { firstJobs } from '../broadcasts/dispatch-job.js'
import { sendEvent } from '../events/event.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import { later } from '../values/instant.js'
import { closed, hasPlanned } from './moving-on.js'
import { saveWithJob, sendJobOf, type SendJob } from './schedule-jobs.js'
import { isTooLate } from './schedule-request.js'
import type { Schedule } from './schedule.js'
import type { Send } from './send.js'
import { withoutSkipped } from './without-skipped.js'

/** The job of a send: starts its broadcast when its time has come, never before and not an hour late, and brings up its waves. */
export class StartSend {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute(job: SendJob): Promise<void> {
    const now = this.deps.clock.now()
    await this.deps.unitOfWork.run(async (stores) => {
      const { account, payload } = job
      const schedule = await stores.schedules.lock(account, payload.schedule)
      if (!(await stores.jobs.holds(job))) return
      const send = schedule && (await stores.schedules.findSend(account, payload.send))
      const broadcast = send?.broadcast && (await stores.broadcasts.find(account, send.broadcast))
      if (!schedule || !send || !broadcast) await stores.jobs.finish(job)
      else if (send.status === 'planned') await this.start(stores, { job, schedule, send, broadcast, now })
      else await release(stores, { job, send, broadcast, now })
    })
  }

  private async start(stores: Stores, { schedule, ...starting }: Starting): Promise<void> {
    const { job, send, broadcast, now } = starting
    if (now < send.scheduledFor) return void (await stores.jobs.putOff(job, { runAt: send.scheduledFor }))
    if (broadcast.status === 'canceled') return this.skip(stores, { schedule, ...starting }, 'canceled')
    if (isTooLate(send.scheduledFor, now)) return this.skip(stores, { schedule, ...starting }, 'too_late')
    await stores.schedules.saveSend({ ...send, status: 'started' })
    await saveStarted(stores, { ...schedule, hasSent: true }, now)
    await release(stores, starting)
  }

  private async skip(
    stores: Stores,
    { schedule, job, send, broadcast, now }: Starting,
    reason: 'canceled' | 'too_late',
  ) {
    const skipped: Send = { ...send, status: 'skipped', reason }
    await stores.schedules.saveSend(skipped)
    await saveStarted(stores, await withoutSkipped(stores, schedule, send), now)
    await stores.jobs.finish(job)
    const event = { id: this.deps.ids.next('evt'), at: now }
    await stores.events.append(send.account, [sendEvent('schedule.send.failed', skipped, event)])
    await cancelIn(stores, this.deps.ids, broadcast, now)
  }
}

type Released = { readonly job: SendJob; readonly send: Send; readonly broadcast: Broadcast; readonly now: Date }
type Starting = Released & { readonly schedule: Schedule }

/** With the last of its planned sends a schedule that waits for nothing else may have ended. */
async function saveStarted(stores: Stores, schedule: Schedule, now: Date): Promise<void> {
  const isOver = schedule.next?.isOpen === true && !(await hasPlanned(stores, schedule))
  if (isOver) await saveWithJob(stores, closed(schedule, now), now)
  else await stores.schedules.save(schedule)
}

/** Lets the next wave begin, or all at once where there are none, and puts the job off to the wave after it. */
async function release(stores: Stores, { job, send, broadcast, now }: Released): Promise<void> {
  const { account, id, total, released: from, completedAt, status } = broadcast
  if (from === total || completedAt !== null || status === 'canceled') return void (await stores.jobs.finish(job))
  const until = send.waves === null ? total : Math.min(total, from + send.waves.recipientsPerWave)
  // Whoever works the chunk that this wave goes on with either has seen the wave, or has let go of its job.
  await stores.broadcasts.lockChunk({ account, broadcast: id, number: Math.floor(from / CHUNK_LENGTH_MAX) })
  if (until === total) await stores.jobs.finish(job)
  else await stores.jobs.put([sendJobOf(send, nextWaveAt(job.runAt, now, send.waves!.waveIntervalMinutes * 60_000))])
  await stores.jobs.add(firstJobs(broadcast, { from, until }, now))
  const held = (await stores.broadcasts.lock(account, id))!
  await stores.broadcasts.save({ ...held, released: until })
}

/** So late a wave counts as punctual: the next one keeps to the plan, so that they do not drift. */
const PUNCTUAL_MS = 60_000

/** A wave that an outage has held up is followed at the interval, not caught up with. */
function nextWaveAt(plannedAt: Date, now: Date, intervalMs: number): Date {
  const isPunctual = now.getTime() - plannedAt.getTime() < PUNCTUAL_MS
  return later(isPunctual ? plannedAt : now, intervalMs)
}
