import { JOB_LANES, type JobLane } from '../../model/jobs/job.js'
import type { Clock } from '../../ports/clock.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'

export type LaneWait = { readonly lane: JobLane; readonly waitedMs: number }

/** How long the job that is due longest in each lane has waited for a worker: 0 where none is due. For operators. */
export class ReadJobWaits {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async execute(): Promise<readonly LaneWait[]> {
    const now = this.deps.clock.now()
    const since = await this.deps.unitOfWork.run(({ jobs }) => jobs.lanesDue(now))
    return JOB_LANES.map((lane) => ({ lane, waitedMs: now.getTime() - (since.get(lane) ?? now).getTime() }))
  }
}
