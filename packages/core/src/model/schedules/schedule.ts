import type { Range } from '../../values/field-rule.js'
import { isId, jobIdOf, type AccountId, type JobId, type ScheduleId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'
import type { Broadcast } from '../broadcasts/broadcast.js'
import type { Audience } from './audience.js'
import type { Occurrence } from './occurrences.js'
import type { Timetable } from './timetable.js'

/**
 * A text that goes out at a time, once or again and again:
 *
 *     active --its last occurrence has started, or has passed--> ended
 *      |  ^                                                        ^
 *      |  `--resumed---.                                           |
 *      `---paused---> paused --its last occurrence has passed------'
 *
 * Deleted, it ends where it has ever sent, and else is gone; what still runs or waits of its sends is canceled, also of
 * one that has ended. An ended one never changes again.
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
  /** Counted up with each new timetable, so that a send knows which one it is of. */
  readonly revision: number
  /**
   * Occurrences of the timetable that came due while the schedule was active, whatever became of them: as many as its
   * list of sends shows, a send by local time counting once.
   */
  readonly occurred: number
  /** Whether any send of it has ever started. */
  readonly hasSent: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const SCHEDULE_STATUSES = ['active', 'paused', 'ended'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number]

export type NextOccurrence = Occurrence & {
  /** When the earliest of its sends is: with `sendByLocalTime` that can be before its own instant. */
  readonly beginsAt: Date
  /** It has begun, it is the last one so far, and not all of its sends have started. */
  readonly isOpen: boolean
}

/** Sends to so many at once, and to the next ones after so long. */
export type WaveConfig = { readonly recipientsPerWave: number; readonly waveIntervalMinutes: number }

export const WAVE_RANGES = {
  recipientsPerWave: { min: 1, max: 50_000 },
  waveIntervalMinutes: { min: 1, max: 1_440 },
} as const satisfies Record<keyof WaveConfig, Range>

export function isScheduleId(text: string): text is ScheduleId {
  return isId('sch', text)
}

/** The job that waits for its next occurrence: one at most. */
export function occurrenceJobIdOf(id: ScheduleId): JobId {
  return jobIdOf(id)
}

/** How many are released with the next wave: all, where there are none. */
export function releasedNext(
  { total, released }: Pick<Broadcast, 'total' | 'released'>,
  waves: WaveConfig | null,
): number {
  return waves === null ? total : Math.min(total, released + waves.recipientsPerWave)
}

/** So late a wave counts as punctual: the next one keeps to the plan, so that they do not drift. */
const PUNCTUAL_MS = 5_000

/** When the wave after that one is: one that an outage has held up is followed at the interval, not caught up with. */
export function nextWaveAt(plannedAt: Date, now: Date, { waveIntervalMinutes }: WaveConfig): Date {
  const isPunctual = now.getTime() - plannedAt.getTime() < PUNCTUAL_MS
  return addMs(isPunctual ? plannedAt : now, waveIntervalMinutes * 60_000)
}
