import type { DeadJob } from '../../model/jobs/job.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page, PageRequest } from '../../values/page.js'
import { theAccount } from '../accounts/read-account.js'

/** For operators: what failed too often to be tried again by itself. */
export class ListDeadJobs {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName, page }: { accountName: string; page: PageRequest }): Promise<Page<DeadJob>> {
    return this.deps.unitOfWork.run(async (stores) =>
      stores.jobs.listDead((await theAccount(stores, accountName)).id, page),
    )
  }
}
