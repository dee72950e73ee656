import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { Page, PageRequest } from '../values/page.js'
import { theSchedule, type ScheduleName } from './read-schedule.js'
import { sendView, type SendView } from './schedule-answer.js'

/** What became of the occurrences of a schedule whose time has come, the newest first. */
export class ListSends {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ page, ...name }: ScheduleName & { readonly page: PageRequest }): Promise<Page<SendView>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const { account, id } = await theSchedule(stores, name)
      const sends = await stores.schedules.listSends(account, id, page)
      return { ...sends, results: sends.results.map(sendView) }
    })
  }
}
