import { choiceOf } from '../../../parts/filters/choice-of-condition.js'
import {
  conditionOfChoice,
  missingInChoice,
  newFilterChoice,
  type FilterChoice,
} from '../../../parts/filters/filter-choice.js'
import { groupsIn } from '../../../parts/filters/groups-in.js'
import type { Condition } from '../../../parts/filters/language/condition.js'
import type { Source } from '../../../parts/message/template/source-control.js'
import { timedFieldsOf, type Timing } from '../../../parts/timing/timing.js'
import { timingOfSchedule } from '../../../parts/timing/timing-of-schedule.js'
import type { Schedule, ScheduleChanges } from '../use-schedules.js'

/** A schedule as its form has it. */
export type ScheduleValues = {
  /** Which is sent: the text or the template. */
  readonly source: Source
  readonly body: string
  /** The id of a template; empty until one is chosen. */
  readonly template: string
  readonly from: string
  /** Which of both is used. */
  readonly to: 'groups' | 'filter'
  /** None for a list of numbers, as long as nothing replaces it. */
  readonly groups: readonly string[]
  readonly filter: FilterChoice
  readonly timing: Timing
}

/** The timetable begins with the next occurrence, because the service takes none that begins in the past. */
export function valuesOf(schedule: Schedule, next: string | undefined): ScheduleValues {
  const { body = '', template, from, audience } = schedule
  const condition = audience?.filter.contact
  const groups = condition === undefined ? [] : groupsIn(condition)
  const timing = timingOfSchedule(schedule)
  const isFilter = condition !== undefined && groups === null
  const filter = isFilter ? choiceOf(condition) : newFilterChoice()
  const to = isFilter ? 'filter' : 'groups'
  return {
    source: template === undefined ? 'text' : 'template',
    body,
    template: template?.id ?? '',
    from,
    to,
    groups: groups ?? [],
    filter,
    timing: { ...timing, at: next?.slice(0, 16) ?? timing.at },
  }
}

/** What was changed, as the service wants it. A new time replaces the whole timetable, so it is sent only if it is new. */
export function changesIn(before: ScheduleValues, after: ScheduleValues): ScheduleChanges {
  const { schedule, waveConfig, canary } = timedFieldsOf(after.timing, after.timing.at)
  const timedBefore = timedFieldsOf(before.timing, before.timing.at)
  const contact = conditionIn(after)
  const isToOthers = contact !== null && differ(conditionIn(before), contact)
  return {
    ...(differ(messageIn(before), messageIn(after)) && messageIn(after)),
    ...(after.from !== before.from && { from: after.from }),
    ...(isToOthers && { audience: { filter: { contact } } }),
    ...(timesDiffer(before.timing, after.timing) && { schedule }),
    ...(differ(timedBefore.waveConfig, waveConfig) && { waveConfig: waveConfig ?? null }),
    ...(differ(timedBefore.canary, canary) && { canary: canary ?? null }),
  }
}

/** The text or the template replaces what is sent now. */
function messageIn({ source, body, template }: ScheduleValues) {
  return source === 'template' ? { template: { id: template } } : { body }
}

/** What is still to write or to choose, as a sentence; null if nothing is missing. */
export function missingMessage({ source, body, template }: ScheduleValues): string | null {
  if (source === 'template') return template === '' ? 'Choose a template.' : null
  return body === '' ? 'Write a text.' : null
}

/** The audience as the service wants it; null as long as it is a list of numbers, or is not complete. */
export function audienceIn(values: ScheduleValues) {
  const contact = conditionIn(values)
  return contact && { filter: { contact } }
}

/** Null as long as the audience is a list of numbers, or is not complete. */
function conditionIn({ to, groups, filter }: ScheduleValues): Condition | null {
  if (to === 'filter') return conditionOfChoice(filter)
  return groups.length === 0 ? null : { groups: { ids: { in: groups } } }
}

/** What is still to choose, as a sentence; null if nothing is missing. */
export function missingAudience(before: ScheduleValues, { to, groups, filter }: ScheduleValues): string | null {
  if (to === 'filter') return missingInChoice(filter)
  const isListOfNumbers = before.to === 'groups' && before.groups.length === 0
  return groups.length === 0 && !isListOfNumbers ? 'Choose at least one group.' : null
}

/** Whether the timetable itself differs, not only the waves. */
export function timesDiffer(before: Timing, after: Timing): boolean {
  return differ(timedFieldsOf(before, before.at).schedule, timedFieldsOf(after, after.at).schedule)
}

function differ(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}
