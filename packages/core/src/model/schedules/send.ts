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
import type { WaveConfig } from './waves.js'

/**
 * One occurrence of a schedule, or its part in one time zone, with the broadcast that it started:
 *
 *     (none) --accepted before its time--> planned --due--> started --nothing sent for an hour--> skipped
 *        |                                    `--an hour too late, or canceled--> skipped
 *        |--accepted when due--> started
 *        |--could not be accepted--> failed, or skipped if its time was over an hour ago
 *        `--skipped by request when due--> skipped
 */
export type Send = {
  readonly id: SendId
  readonly account: AccountId
  readonly schedule: ScheduleId
  /** The revision of the timetable that it follows. */
  readonly revision: number
  /** The wall clock of its occurrence in the schedule's zone; `occurrence` is the instant of that wall clock. */
  readonly wall: WallClock
  readonly occurrence: Date
  readonly scheduledFor: Date
  /** Null if the schedule sends to all zones at once. */
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
  /** Its template has media by now, and its sender cannot send MMS. */
  'sender_without_mms',
  'quota_reached',
  /** Its text is no longer allowed, or its template does not exist any more. */
  'text_refused',
  /** Its broadcast was canceled before the send was due, or its schedule was deleted. */
  'canceled',
  /** A client asked to skip this occurrence. */
  'by_request',
] as const
export type SendReason = (typeof SEND_REASONS)[number]

/** Whether its messages were sent, or will be. */
export function isAccepted({ status }: Pick<Send, 'status'>): boolean {
  return status === 'planned' || status === 'started'
}

/** The id of the job that starts the send when it is due, and then its waves. */
export function sendJobIdOf(id: SendId): JobId {
  return jobIdOf(id)
}

/** How late a send may start, and how long after its first occurrence a schedule may be created. */
export const LATENESS_MAX_MS = 3_600_000

export function isTooLate(at: Date, now: Date): boolean {
  return now > addMs(at, LATENESS_MAX_MS)
}
