import type { Schedule } from '../../model/schedules/schedule.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { begun, hasBegun, hasPlanned, passed, recomputed } from './advance-schedule.js'
import { beginOccurrence, skipByRequest } from './begin-occurrence.js'
import { saveWithJob, type OccurrenceJob } from './schedule-jobs.js'

/**
 * The job of a schedule: waits for its next occurrence, and begins it. One transaction stores the recipients, accepts a
 * broadcast for each zone that has recipients, starts or plans each send, and advances the schedule. So an occurrence
 * begins only once, even if workers crash or several workers run the job.
 */
export class RunOccurrence {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute(job: OccurrenceJob): Promise<void> {
    const now = this.deps.clock.now()
    await this.deps.unitOfWork.run(async (stores) => {
      const stored = await stores.schedules.lock(job.account, job.payload.schedule)
      if (!(await stores.jobs.holds(job))) return
      if (stored === null) await stores.jobs.finish(job)
      else await saveWithJob(stores, await this.moveOn(stores, recomputed(stored), now), now)
    })
  }

  private async moveOn(stores: Stores, schedule: Schedule, now: Date): Promise<Schedule> {
    const { next, status } = schedule
    if (next === null || next.isOpen || next.beginsAt > now) return schedule
    if (status === 'paused') return passed(schedule, { hasPlanned: await hasPlanned(stores, schedule), now })
    const isRepeat = await hasBegun(stores, schedule, next)
    const begin = schedule.skipped.includes(next.wall) ? skipByRequest : beginOccurrence
    const sends = isRepeat ? [] : await begin(stores, this.deps.ids, { schedule, next, now })
    const hasSent = schedule.hasSent || sends.some(({ status }) => status === 'started')
    const isWaiting = await hasPlanned(stores, schedule)
    const skipped = schedule.skipped.filter((wall) => wall > next.wall)
    return begun({ ...schedule, skipped, hasSent }, { counts: !isRepeat, hasPlanned: isWaiting, now })
  }
}
