import type { Account } from '../../model/accounts/account.js'
import type { ScheduleQuery } from '../../model/schedules/schedule-store.js'
import { scheduleView, sendView, type ScheduleView, type SendView } from '../../model/schedules/schedule-view.js'
import { isScheduleId, type Schedule } from '../../model/schedules/schedule.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { Page, PageRequest } from '../../values/page.js'

/** A schedule that a client asks for; `id` may be any text. */
export type ScheduleName = { readonly account: Account; readonly id: string }

export class ReadSchedule {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(name: ScheduleName): Promise<ScheduleView> {
    return this.deps.unitOfWork.run(async (stores) => scheduleView(await requireSchedule(stores, name), name.account))
  }
}

export async function requireSchedule(
  { schedules }: Pick<Stores, 'schedules'>,
  { account, id }: ScheduleName,
): Promise<Schedule> {
  return found(isScheduleId(id) ? await schedules.find(account.id, id) : null)
}

/** Like `requireSchedule`, but locks the schedule until the unit of work ends. */
export async function requireLockedSchedule(stores: Pick<Stores, 'schedules'>, name: ScheduleName): Promise<Schedule> {
  return found(await lockSchedule(stores, name))
}

/** Like `requireLockedSchedule`, but returns null if the schedule is not found. */
export async function lockSchedule(
  { schedules }: Pick<Stores, 'schedules'>,
  { account, id }: ScheduleName,
): Promise<Schedule | null> {
  return isScheduleId(id) ? schedules.lock(account.id, id) : null
}

function found(schedule: Schedule | null): Schedule {
  if (schedule === null) throw new DomainError('schedule-not-found', 'No schedule of this account has this id')
  return schedule
}

export function refuseEnded({ id, status }: Pick<Schedule, 'status'> & { readonly id: string }): void {
  if (status === 'ended') throw new DomainError('schedule-ended', `The schedule ${id} has ended and cannot be changed`)
}

export class ListSchedules {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({
    account,
    query,
  }: {
    readonly account: Account
    readonly query: ScheduleQuery
  }): Promise<Page<ScheduleView>> {
    const page = await this.deps.unitOfWork.run(({ schedules }) => schedules.list(account.id, query))
    return { ...page, results: page.results.map((schedule) => scheduleView(schedule, account)) }
  }
}

/** Lists the results of the schedule's occurrences that have come due, newest first. */
export class ListSends {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ page, ...name }: ScheduleName & { readonly page: PageRequest }): Promise<Page<SendView>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const { account, id } = await requireSchedule(stores, name)
      const sends = await stores.schedules.listSends(account, id, page)
      return { ...sends, results: sends.results.map(sendView) }
    })
  }
}
