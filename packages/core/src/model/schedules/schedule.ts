import { isId, jobIdOf, type AccountId, type JobId, type ScheduleId, type TemplateId } from '../../values/ids.js'
import type { WallClock } from '../../values/time/wall-clock.js'
import type { Canary } from '../broadcasts/canary.js'
import type { Audience } from './audience.js'
import type { Occurrence } from './occurrences.js'
import type { Timetable } from './timetable.js'
import type { WaveConfig } from './waves.js'

/**
 * A text that is sent at a set time, once or repeatedly:
 *
 *     active --its last occurrence has started, or has passed--> ended
 *      |  ^                                                        ^
 *      |  `--resumed---.                                           |
 *      `---paused---> paused --its last occurrence has passed------'
 *
 * Deleting a schedule ends it if it has ever sent, and removes it otherwise. Running and planned sends are canceled,
 * even if the schedule has already ended. An ended schedule never changes again.
 */
export type Schedule = {
  readonly id: ScheduleId
  readonly account: AccountId
  readonly status: ScheduleStatus
  readonly from: string
  /** `""` with a template. */
  readonly body: string
  /** The template whose newest version each send uses in place of the body; null without one. */
  readonly template: TemplateId | null
  /** Whether smart encoding is applied to its texts; null: as the account has it at each send. */
  readonly smartEncoding: boolean | null
  readonly audience: Audience
  readonly timetable: Timetable
  readonly waves: WaveConfig | null
  /** The first recipients of each send, which are judged before the others are texted; null without one. */
  readonly canary: Canary | null
  /** Null once it has ended. */
  readonly next: NextOccurrence | null
  /** Incremented with each new timetable, so that each send can refer to its own timetable. */
  readonly revision: number
  /**
   * The number of occurrences of the timetable that came due while the schedule was active, whatever their result. It
   * equals the number of its sends, if all sends of an occurrence by local time are counted as one.
   */
  readonly occurred: number
  /** The wall clocks of occurrences to come that are not sent, in order; at most `SKIPPED_MAX`. */
  readonly skipped: readonly WallClock[]
  /** Whether any of its sends has ever started. */
  readonly hasSent: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const SKIPPED_MAX = 100

export const SCHEDULE_STATUSES = ['active', 'paused', 'ended'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number]

export type NextOccurrence = Occurrence & {
  /** The time of its earliest send: with `sendByLocalTime` it can be before the occurrence's instant. */
  readonly beginsAt: Date
  /** Whether this occurrence has begun, but not all of its sends have started or been skipped. */
  readonly isOpen: boolean
}

export function isScheduleId(text: string): text is ScheduleId {
  return isId('sch', text)
}

/** The id of the job that waits for the next occurrence. A schedule has at most one such job. */
export function occurrenceJobIdOf(id: ScheduleId): JobId {
  return jobIdOf(id)
}
