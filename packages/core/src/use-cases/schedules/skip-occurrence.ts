import { occurrences, type Occurrence } from '../../model/schedules/occurrences.js'
import { scheduleView, type ScheduleView } from '../../model/schedules/schedule-view.js'
import { SKIPPED_MAX, type Schedule } from '../../model/schedules/schedule.js'
import { sendTimesOf } from '../../model/schedules/send-times.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidInput } from '../../values/errors.js'
import { instantAt, type WallClock } from '../../values/time/wall-clock.js'
import { refuseEnded, requireLockedSchedule, type ScheduleName } from './read-schedule.js'

/** `wallClock`: identifies the occurrence, in the zone of the schedule. */
export type SkipOccurrenceInput = ScheduleName & { readonly wallClock: WallClock }

/** One occurrence to come is not sent, and the schedule goes on with the following one. Skipping it again changes nothing. */
export class SkipOccurrence {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ wallClock, ...name }: SkipOccurrenceInput): Promise<ScheduleView> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const before = await requireLockedSchedule(stores, name)
      refuseEnded(before)
      if (before.skipped.includes(wallClock)) return scheduleView(before, name.account)
      refuseOther(before, wallClock, now)
      if (before.skipped.length >= SKIPPED_MAX) {
        throw invalidInput('wallClock', `cannot be skipped: ${SKIPPED_MAX} occurrences of this schedule are skipped`)
      }
      const after = { ...before, skipped: [...before.skipped, wallClock].toSorted(), updatedAt: now }
      await stores.schedules.save(after)
      return scheduleView(after, name.account)
    })
  }
}

/** The occurrence is sent after all, if its time has not come. An occurrence that is not skipped stays as it is. */
export class RestoreOccurrence {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ wallClock, ...name }: SkipOccurrenceInput): Promise<ScheduleView> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const before = await requireLockedSchedule(stores, name)
      refuseEnded(before)
      if (!before.skipped.includes(wallClock)) return scheduleView(before, name.account)
      const after = { ...before, skipped: before.skipped.filter((wall) => wall !== wallClock), updatedAt: now }
      await stores.schedules.save(after)
      return scheduleView(after, name.account)
    })
  }
}

function refuseOther(schedule: Schedule, wallClock: WallClock, now: Date): void {
  const found = occurrenceAt(schedule, wallClock)
  if (found === null) throw invalidInput('wallClock', 'must be the time of an occurrence to come of this schedule')
  if (sendTimesOf(schedule.timetable, found.wall)[0]!.at <= now) {
    throw invalidInput('wallClock', 'must be the time of an occurrence that has not begun in any time zone')
  }
}

function occurrenceAt({ timetable, next, occurred }: Schedule, wallClock: WallClock): Occurrence | null {
  if (next === null || next.isOpen) return null
  if (next.wall === wallClock) return next
  const wanted = instantAt(wallClock, timetable.timezone)
  // Only an end after a number of occurrences needs every occurrence in between.
  const isCounted = timetable.recurrence?.endType === 'afterOccurrences'
  const before = new Date(wanted.getTime() - 1)
  const after = isCounted || before < next.instant ? next.instant : before
  for (const occurrence of occurrences(timetable, { after, occurred: occurred + 1 })) {
    if (occurrence.wall === wallClock) return occurrence
    if (occurrence.instant > wanted) return null
  }
  return null
}
