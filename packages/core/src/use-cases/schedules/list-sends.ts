import { sendView, type SendView } from '../../model/schedules/schedule-view.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page, PageRequest } from '../../values/page.js'
import { theSchedule, type ScheduleName } from './read-schedule.js'

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
