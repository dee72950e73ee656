import type { Account } from '../accounts/account.js'
import type { ScheduleQuery } from '../ports/schedule-store.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { Page } from '../values/page.js'
import { scheduleAnswer, type ScheduleAnswer } from './schedule-answer.js'

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
