import { occurrences, type Occurrence } from '../../model/schedules/occurrences.js'
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

function* upcoming(schedule: Schedule, count: number): Iterable<Date> {
  let left = count
  for (const { wall, instant } of toCome(schedule)) {
    if (schedule.skipped.includes(wall)) continue
    yield instant
    if (--left <= 0) return
  }
}

function* toCome({ timetable, next, occurred }: Schedule): Iterable<Occurrence> {
  if (next === null || next.isOpen) return
  yield next
  yield* occurrences(timetable, { after: next.instant, occurred: occurred + 1 })
}
