import { occurrences } from '../../model/schedules/occurrences.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { requireSchedule, type ScheduleName } from './read-schedule.js'

/** When a schedule will send, unless it is paused or changed: at most `count` instants. */
export class ReadUpcoming {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ count, ...name }: ScheduleName & { readonly count: number }): Promise<readonly string[]> {
    return this.deps.unitOfWork.run(async (stores) => upcomingIn(stores, await requireSchedule(stores, name), count))
  }
}

/** When a schedule will send. If its last occurrence has begun: the times of the zones that are still to come. */
export async function upcomingIn(
  { schedules }: Pick<Stores, 'schedules'>,
  schedule: Schedule,
  count: number,
): Promise<readonly string[]> {
  if (schedule.next?.isOpen !== true) return upcomingOf(schedule, count)
  const planned = await schedules.planned(schedule.account, schedule.id)
  const instants = new Set(planned.map(({ scheduledFor }) => scheduledFor.toISOString()))
  return [...instants].toSorted().slice(0, count)
}

export function upcomingOf(schedule: Schedule, count: number): readonly string[] {
  return [...upcoming(schedule, count)].map((instant) => instant.toISOString())
}

function* upcoming({ timetable, next, occurred }: Schedule, count: number): Iterable<Date> {
  if (next === null || next.isOpen) return
  yield next.instant
  let left = count - 1
  if (left <= 0) return
  for (const { instant } of occurrences(timetable, { after: next.instant, occurred: occurred + 1 })) {
    yield instant
    if (--left === 0) return
  }
}
