import type { Account } from '../../model/accounts/account.js'
import type { ScheduleQuery } from '../../model/schedules/schedule-store.js'
import { scheduleAnswer, type ScheduleAnswer } from '../../model/schedules/schedule-view.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page } from '../../values/page.js'

export class ListSchedules {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({
    account,
    query,
  }: {
    readonly account: Account
    readonly query: ScheduleQuery
  }): Promise<Page<ScheduleAnswer>> {
    const page = await this.deps.unitOfWork.run(({ schedules }) => schedules.list(account.id, query))
    return { ...page, results: page.results.map(scheduleAnswer) }
  }
}
