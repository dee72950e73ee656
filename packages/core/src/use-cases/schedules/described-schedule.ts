import { scheduleAnswer, type ScheduleAnswer } from '../../model/schedules/schedule-view.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'

/** What an operator is told of a schedule: whom it is for by name, also where no filter can tell it. */
export type DescribedSchedule = { readonly schedule: ScheduleAnswer; readonly audience: NamedAudience }

export type NamedAudience =
  { readonly kind: 'groups'; readonly groups: readonly Named[] } | { readonly kind: 'list'; readonly list: Named }

type Named = { readonly id: string; readonly name: string }

/** The names of all groups and of all lists in one query each; a group that was removed has its name still. */
export async function describedSchedules(
  { groups, contactLists }: Pick<Stores, 'groups' | 'contactLists'>,
  account: AccountId,
  schedules: readonly Schedule[],
): Promise<readonly DescribedSchedule[]> {
  const groupIds = schedules.flatMap(({ audience }) => (audience.kind === 'groups' ? audience.groups : []))
  const listIds = schedules.flatMap(({ audience }) => (audience.kind === 'list' ? [audience.list] : []))
  const names = new Map<string, string>([
    ...(await groups.names(account, [...new Set(groupIds)])),
    ...(await contactLists.names(account, [...new Set(listIds)])),
  ])
  const named = (id: string): Named => ({ id, name: names.get(id)! })
  const namedAudience = ({ audience }: Schedule): NamedAudience =>
    audience.kind === 'groups'
      ? { kind: 'groups', groups: audience.groups.map(named) }
      : { kind: 'list', list: named(audience.list) }
  return schedules.map((one) => ({ schedule: scheduleAnswer(one), audience: namedAudience(one) }))
}
