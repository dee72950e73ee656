import type { Audience } from '../../model/schedules/audience.js'
import { scheduleView, sendView, type ScheduleView, type SendView } from '../../model/schedules/schedule-view.js'
import { isScheduleId, type Schedule } from '../../model/schedules/schedule.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { Account } from '../../model/accounts/account.js'
import type { Page, PageRequest } from '../../values/page.js'
import { requireAccount } from '../accounts/read-account.js'
import { upcomingIn } from './read-upcoming.js'

/** A schedule of any account, as an operator sees it. */
export type FoundSchedule = DescribedSchedule & {
  readonly account: { readonly id: string; readonly name: string }
  /** The latest sends, newest first. */
  readonly sends: readonly SendView[]
  /** When the schedule will send next, unless it is paused or changed. */
  readonly upcoming: readonly string[]
}

const SENDS_MAX = 10
const UPCOMING_MAX = 5

/** Finds a schedule of any account, for an operator who knows only its id. */
export class FindAnySchedule {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ id }: { readonly id: string }): Promise<FoundSchedule> {
    return this.deps.unitOfWork.run(async (stores) => {
      const schedule = await anySchedule(stores, id)
      const account = (await stores.accounts.find(schedule.account))!
      const [described] = await describedSchedules(stores, account, [schedule])
      const sends = await stores.schedules.listSends(account.id, schedule.id, { page: 1, limit: SENDS_MAX })
      return {
        account: { id: account.id, name: account.name },
        ...described!,
        sends: sends.results.map(sendView),
        upcoming: await upcomingIn(stores, schedule, UPCOMING_MAX),
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

/** A schedule as an operator sees it, including the names of its audience's groups or list. */
export type DescribedSchedule = { readonly schedule: ScheduleView; readonly audience: NamedAudience }

export type NamedAudience =
  | { readonly kind: 'groups'; readonly groups: readonly Named[] }
  | { readonly kind: 'list'; readonly list: Named }
  | Extract<Audience, { kind: 'filter' }>

type Named = { readonly id: string; readonly name: string }

/** Reads the names of all groups and of all lists in one query each; a group that was removed still has its name. */
async function describedSchedules(
  { groups, contactLists }: Pick<Stores, 'groups' | 'contactLists'>,
  account: Account,
  schedules: readonly Schedule[],
): Promise<readonly DescribedSchedule[]> {
  const groupIds = schedules.flatMap(({ audience }) => (audience.kind === 'groups' ? audience.groups : []))
  const listIds = schedules.flatMap(({ audience }) => (audience.kind === 'list' ? [audience.list] : []))
  const names = new Map<string, string>([
    ...(await groups.names(account.id, [...new Set(groupIds)])),
    ...(await contactLists.names(account.id, [...new Set(listIds)])),
  ])
  const named = (id: string): Named => ({ id, name: names.get(id)! })
  const namedAudience = ({ audience }: Schedule): NamedAudience => {
    switch (audience.kind) {
      case 'groups':
        return { kind: 'groups', groups: audience.groups.map(named) }
      case 'list':
        return { kind: 'list', list: named(audience.list) }
      case 'filter':
        return audience
    }
  }
  return schedules.map((one) => ({ schedule: scheduleView(one, account), audience: namedAudience(one) }))
}

/** Lists all schedules of an account, for an operator: sorted by next send, schedules without a next send last. */
export class ListAccountSchedules {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName, page }: { accountName: string; page: PageRequest }): Promise<Page<DescribedSchedule>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const account = await requireAccount(stores, accountName)
      const found = await stores.schedules.list(account.id, { ...ALL, ...page })
      return { ...found, results: await describedSchedules(stores, account, found.results) }
    })
  }
}

const ALL = { statuses: null, timings: null, nextFrom: null, nextTo: null, sort: 'nextScheduledFor' } as const
