import { occurrenceView, type OccurrenceView } from '../../model/schedules/occurrence-view.js'
import { occurrences, type Occurrence } from '../../model/schedules/occurrences.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import { LATENESS_MAX_MS } from '../../model/schedules/send.js'
import type { Timetable } from '../../model/schedules/timetable.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { addMs } from '../../values/time/instant.js'
import { requireSchedule, type ScheduleName } from './read-schedule.js'
import { checkBeginning, checkParts } from './schedule-request.js'

/** The next occurrences of a schedule, skipped ones too, unless it is paused or changed: at most `count`. */
export class ListNextOccurrences {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ count, ...name }: ScheduleName & { readonly count: number }): Promise<readonly OccurrenceView[]> {
    return this.deps.unitOfWork.run(async (stores) => {
      const schedule = await requireSchedule(stores, name)
      return viewsOf(schedule, toCome(schedule), count)
    })
  }
}

function* toCome({ timetable, next, occurred }: Schedule): Iterable<Occurrence> {
  if (next === null) return
  yield next
  if (!next.isOpen) yield* occurrences(timetable, { after: next.instant, occurred: occurred + 1 })
}

export type PreviewTimetableInput = { readonly timetable: Timetable; readonly count: number }

/** When a schedule with this timetable would send. Refuses a timetable that no schedule can have. */
export class PreviewTimetable {
  constructor(private readonly deps: { clock: Clock }) {}

  async execute({ timetable, count }: PreviewTimetableInput): Promise<readonly OccurrenceView[]> {
    const now = this.deps.clock.now()
    checkParts({ timetable, waves: null })
    checkBeginning(timetable, now)
    // The first one is sent even if it is a little late, as a new schedule would do.
    const after = addMs(now, -LATENESS_MAX_MS - 1)
    return viewsOf({ timetable, skipped: [] }, occurrences(timetable, { after }), count)
  }
}

function viewsOf(
  schedule: Pick<Schedule, 'timetable' | 'skipped'>,
  found: Iterable<Occurrence>,
  count: number,
): readonly OccurrenceView[] {
  const views: OccurrenceView[] = []
  for (const occurrence of found) {
    if (views.length >= count) break
    views.push(occurrenceView(schedule, occurrence))
  }
  return views
}
