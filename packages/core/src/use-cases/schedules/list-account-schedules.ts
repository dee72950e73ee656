import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page, PageRequest } from '../../values/page.js'
import { theAccount } from '../accounts/read-account.js'
import { describedSchedules, type DescribedSchedule } from './described-schedule.js'

/** All of an account, for an operator: the next to send first, those that send no more last. */
export class ListAccountSchedules {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName, page }: { accountName: string; page: PageRequest }): Promise<Page<DescribedSchedule>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const { id } = await theAccount(stores, accountName)
      const found = await stores.schedules.list(id, { ...ALL, ...page })
      return { ...found, results: await describedSchedules(stores, id, found.results) }
    })
  }
}

const ALL = { statuses: null, timings: null, nextFrom: null, nextTo: null, sort: 'nextScheduledFor' } as const
