import {
  jobIdOf,
  type AccountId,
  type BroadcastId,
  type JobId,
  type ScheduleId,
  type SendId,
} from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { WallClock } from '../../values/time/wall-clock.js'
import type { WaveConfig } from './schedule.js'

/**
 * One occurrence of a schedule, or its part in one time zone, with the broadcast that it has become:
 *
 *     (none) --accepted before its time--> planned --its time has come--> started --nobody sent to for an hour--> skipped
 *        |                                    `--an hour too late, or canceled--> skipped
 *        |--accepted when its time has come--> started
 *        `--could not be accepted--> failed, or skipped where its time had passed an hour before
 */
export type Send = {
  readonly id: SendId
  readonly account: AccountId
  readonly schedule: ScheduleId
  /** Of the timetable that it follows. */
  readonly revision: number
  /** What the clocks of the schedule's zone show at its occurrence, and when that is. */
  readonly wall: WallClock
  readonly occurrence: Date
  readonly scheduledFor: Date
  /** Null where the schedule is sent everywhere at once. */
  readonly zone: TimeZone | null
  readonly status: SendStatus
  readonly reason: SendReason | null
  readonly broadcast: BroadcastId | null
  readonly waves: WaveConfig | null
}

export const SEND_STATUSES = ['planned', 'started', 'skipped', 'failed'] as const
export type SendStatus = (typeof SEND_STATUSES)[number]

export const SEND_REASONS = [
  'too_late',
  'insufficient_credits',
  'empty_audience',
  'sender_inactive',
  'quota_reached',
  /** Its text is not admitted any more. */
  'text_refused',
  /** Its broadcast was canceled before its time, or its schedule deleted. */
  'canceled',
] as const
export type SendReason = (typeof SEND_REASONS)[number]

/** Whether its contacts have it, or will have it. */
export function isAccepted({ status }: Pick<Send, 'status'>): boolean {
  return status === 'planned' || status === 'started'
}

/** Starts it when its time has come, and brings up its waves. */
export function sendJobIdOf(id: SendId): JobId {
  return jobIdOf(id)
}

/** So late a send may start, and a schedule be made. */
export const LATENESS_MAX_MS = 3_600_000

export function isTooLate(at: Date, now: Date): boolean {
  return now > addMs(at, LATENESS_MAX_MS)
}
