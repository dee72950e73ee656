import { sendView, type SendView } from '../../model/schedules/schedule-view.js'
import { isScheduleId, type Schedule } from '../../model/schedules/schedule.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { describedSchedules, type DescribedSchedule } from './described-schedule.js'
import { upcomingIn } from './read-upcoming.js'

/** What an operator is told of one schedule, whosever it is. */
export type FoundSchedule = DescribedSchedule & {
  readonly account: { readonly id: string; readonly name: string }
  /** The last ones, the newest first. */
  readonly sends: readonly SendView[]
  /** The next instants, if nobody pauses or changes it. */
  readonly upcoming: readonly string[]
}

const SENDS_TOLD = 10
const UPCOMING_TOLD = 5

/** One of whichever account, for an operator, who has but the id. */
export class FindAnySchedule {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ id }: { readonly id: string }): Promise<FoundSchedule> {
    return this.deps.unitOfWork.run(async (stores) => {
      const schedule = await anySchedule(stores, id)
      const { id: account, name } = (await stores.accounts.find(schedule.account))!
      const [described] = await describedSchedules(stores, account, [schedule])
      const sends = await stores.schedules.listSends(account, schedule.id, { page: 1, limit: SENDS_TOLD })
      return {
        account: { id: account, name },
        ...described!,
        sends: sends.results.map(sendView),
        upcoming: await upcomingIn(stores, schedule, UPCOMING_TOLD),
      }
    })
  }
}

async function anySchedule({ schedules }: Pick<Stores, 'schedules'>, id: string): Promise<Schedule> {
  if (isScheduleId(id)) {
    const account = await schedules.accountOf(id)
    const found = account && (await schedules.find(account, id))
    if (found) return found
  }
  throw new DomainError('schedule-not-found', 'No schedule has this id')
}
