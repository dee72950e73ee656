import type { UnitOfWork } from '../ports/unit-of-work.js'
import { occurrences } from './occurrences.js'
import { theSchedule, type ScheduleName } from './read-schedule.js'
import type { Schedule } from './schedule.js'

/** When a schedule will send, if nobody pauses or changes it and each of them starts: at most so many instants. */
export class ReadUpcoming {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ count, ...name }: ScheduleName & { readonly count: number }): Promise<readonly string[]> {
    const schedule = await this.deps.unitOfWork.run((stores) => theSchedule(stores, name))
    return upcomingOf(schedule, count)
  }
}

export function upcomingOf(schedule: Schedule, count: number): readonly string[] {
  return [...upcoming(schedule, count)].map((instant) => instant.toISOString())
}

function* upcoming({ timetable, next, started }: Schedule, count: number): Iterable<Date> {
  if (next === null || next.isOpen) return
  yield next.instant
  let left = count - 1
  if (left <= 0) return
  for (const { instant } of occurrences(timetable, { after: next.instant, started: started + 1 })) {
    yield instant
    if (--left === 0) return
  }
}
