import { timedFieldsOf, type Timing } from '../../../parts/timing/timing.js'
import { timingOfSchedule } from '../../../parts/timing/timing-of-schedule.js'
import type { Schedule, ScheduleChanges } from '../use-schedules.js'

/** A schedule as its form has it. */
export type ScheduleValues = {
  /** `''` with a template. */
  readonly body: string
  readonly from: string
  /** None for a list of numbers, as long as no groups replace it. */
  readonly groups: readonly string[]
  readonly timing: Timing
}

/** The timetable begins with the next occurrence, because the service takes none that begins in the past. */
export function valuesOf(schedule: Schedule, next: string | undefined): ScheduleValues {
  const { body = '', from, audience } = schedule
  const groups = audience?.filter.contact.groups.ids.in ?? []
  const timing = timingOfSchedule(schedule)
  return { body, from, groups, timing: { ...timing, at: next?.slice(0, 16) ?? timing.at } }
}

/** What was changed, as the service wants it. A new time replaces the whole timetable, so it is sent only if it is new. */
export function changesIn(before: ScheduleValues, after: ScheduleValues): ScheduleChanges {
  const { schedule, waveConfig } = timedFieldsOf(after.timing, after.timing.at)
  return {
    ...(after.body !== before.body && { body: after.body }),
    ...(after.from !== before.from && { from: after.from }),
    ...(differ(before.groups, after.groups) && {
      audience: { filter: { contact: { groups: { ids: { in: [...after.groups] } } } } },
    }),
    ...(timesDiffer(before.timing, after.timing) && { schedule }),
    ...(differ(timedFieldsOf(before.timing, before.timing.at).waveConfig, waveConfig) && {
      waveConfig: waveConfig ?? null,
    }),
  }
}

/** Whether the timetable itself differs, not only the waves. */
export function timesDiffer(before: Timing, after: Timing): boolean {
  return differ(timedFieldsOf(before, before.at).schedule, timedFieldsOf(after, after.at).schedule)
}

function differ(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}
