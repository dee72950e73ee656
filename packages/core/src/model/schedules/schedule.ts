import type { Range } from '../../values/field-rule.js'
import { isId, jobIdOf, type AccountId, type JobId, type ScheduleId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'
import type { Broadcast } from '../broadcasts/broadcast.js'
import type { Audience } from './audience.js'
import type { Occurrence } from './occurrences.js'
import type { Timetable } from './timetable.js'

/**
 * A text that is sent at a set time, once or repeatedly:
 *
 *     active --its last occurrence has started, or has passed--> ended
 *      |  ^                                                        ^
 *      |  `--resumed---.                                           |
 *      `---paused---> paused --its last occurrence has passed------'
 *
 * Deleting a schedule ends it if it has ever sent, and removes it otherwise. Running and planned sends are canceled,
 * also if the schedule has already ended. An ended schedule never changes again.
 */
export type Schedule = {
  readonly id: ScheduleId
  readonly account: AccountId
  readonly status: ScheduleStatus
  readonly from: string
  readonly body: string
  readonly audience: Audience
  readonly timetable: Timetable
  readonly waves: WaveConfig | null
  /** Null once it has ended. */
  readonly next: NextOccurrence | null
  /** Incremented with each new timetable, so that a send knows which one it follows. */
  readonly revision: number
  /**
   * Occurrences of the timetable that came due while the schedule was active, whatever their result. Equals the length
   * of its list of sends, where all sends of an occurrence by local time count once.
   */
  readonly occurred: number
  /** Whether any of its sends has ever started. */
  readonly hasSent: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const SCHEDULE_STATUSES = ['active', 'paused', 'ended'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number]

export type NextOccurrence = Occurrence & {
  /** The time of its earliest send: with `sendByLocalTime` it can be before the occurrence's instant. */
  readonly beginsAt: Date
  /** True when it has begun, is the latest one, and not all of its sends have started. */
  readonly isOpen: boolean
}

/** Sends to `recipientsPerWave` recipients at once, and to the next ones after `waveIntervalMinutes`. */
export type WaveConfig = { readonly recipientsPerWave: number; readonly waveIntervalMinutes: number }

export const WAVE_RANGES = {
  recipientsPerWave: { min: 1, max: 50_000 },
  waveIntervalMinutes: { min: 1, max: 1_440 },
} as const satisfies Record<keyof WaveConfig, Range>

export function isScheduleId(text: string): text is ScheduleId {
  return isId('sch', text)
}

/** The id of the job that waits for the next occurrence; a schedule has at most one. */
export function occurrenceJobIdOf(id: ScheduleId): JobId {
  return jobIdOf(id)
}

/** How many recipients are released after the next wave: all, if there are no waves. */
export function releasedNext(
  { total, released }: Pick<Broadcast, 'total' | 'released'>,
  waves: WaveConfig | null,
): number {
  return waves === null ? total : Math.min(total, released + waves.recipientsPerWave)
}

/** A wave late by less than this counts as punctual: the next one keeps to the plan, so that waves do not drift. */
const PUNCTUAL_MS = 5_000

/** The time of the next wave. After a wave delayed by an outage, the next one waits the full interval. */
export function nextWaveAt(plannedAt: Date, now: Date, { waveIntervalMinutes }: WaveConfig): Date {
  const isPunctual = now.getTime() - plannedAt.getTime() < PUNCTUAL_MS
  return addMs(isPunctual ? plannedAt : now, waveIntervalMinutes * 60_000)
}
