import { JOB_LANES, type DeadJob, type JobLane } from '../../model/jobs/job.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { JobId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import { requireAccount } from '../accounts/read-account.js'

/** For operators: lists the jobs that failed too often to be retried automatically. */
export class ListDeadJobs {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName, page }: { accountName: string; page: PageRequest }): Promise<Page<DeadJob>> {
    return this.deps.unitOfWork.run(async (stores) =>
      stores.jobs.listDead((await requireAccount(stores, accountName)).id, page),
    )
  }
}

/** For operators: makes a dead job due again, once the cause of its failures is fixed. */
export class RetryJob {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ accountName, id }: { accountName: string; id: JobId }): Promise<void> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const { id: account } = await requireAccount(stores, accountName)
      if (await stores.jobs.retry(account, id, now)) return
      throw new DomainError('dead-job-not-found', `No dead job of this account has the id ${id}`)
    })
  }
}

export type LaneWait = { readonly lane: JobLane; readonly waitedMs: number }

/** For operators: how long the oldest due job of each lane has waited for a worker; 0 if none is due. */
export class ReadJobWaits {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async execute(): Promise<readonly LaneWait[]> {
    const now = this.deps.clock.now()
    const since = await this.deps.unitOfWork.run(({ jobs }) => jobs.lanesDue(now))
    return JOB_LANES.map((lane) => ({ lane, waitedMs: now.getTime() - (since.get(lane) ?? now).getTime() }))
  }
}
