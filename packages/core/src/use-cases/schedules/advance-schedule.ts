import { firstOccurrence, nextOccurrence, type Occurrence } from '../../model/schedules/occurrences.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import { awaited } from '../../model/schedules/send-times.js'
import { isAccepted, type Send } from '../../model/schedules/send.js'
import type { Timetable } from '../../model/schedules/timetable.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { instantAt } from '../../values/time/wall-clock.js'

/** The schedule with a new timetable. The count of its occurrences restarts at 0, and none of them is skipped. */
export function withTimetable(schedule: Schedule, timetable: Schedule['timetable']): Schedule {
  const next = awaited(timetable, firstOccurrence(timetable))
  return { ...schedule, timetable, next, skipped: [], occurred: 0, revision: schedule.revision + 1 }
}

/** The schedule with its next occurrence by current time zone rules. An occurrence that has begun stays unchanged. */
export function recomputed(schedule: Schedule): Schedule {
  const { timetable, next } = schedule
  if (next === null || next.isOpen) return schedule
  const today = awaited(timetable, { wall: next.wall, instant: instantAt(next.wall, timetable.timezone) })
  const isSame = isAt(today.instant, next.instant) && isAt(today.beginsAt, next.beginsAt)
  return isSame ? schedule : { ...schedule, next: today }
}

type Begun = {
  /** False for an occurrence that began under an earlier timetable: it is not sent again. */
  readonly counts: boolean
  /** Whether any send is planned, including sends of an earlier timetable. */
  readonly hasPlanned: boolean
  readonly now: Date
}

/**
 * The schedule after its occurrence has begun. It waits for the following occurrence or, if there is none, for the
 * planned sends to start.
 */
export function begun(schedule: Schedule, { counts, hasPlanned, now }: Begun): Schedule {
  const { timetable, next } = schedule
  const occurred = schedule.occurred + (counts ? 1 : 0)
  const counted = { ...schedule, occurred }
  const following = nextOccurrence(timetable, next!.instant, occurred)
  if (following !== null) return { ...counted, next: awaited(timetable, following) }
  return hasPlanned ? { ...counted, next: { ...next!, isOpen: true } } : ended(counted, now)
}

/**
 * The schedule without the occurrences that passed while it was paused. A one-time occurrence is kept: it is sent if
 * the schedule is resumed in time. If no occurrence is left, the schedule waits for the planned sends to start.
 */
export function passed(
  schedule: Schedule,
  { hasPlanned, now }: { readonly hasPlanned: boolean; readonly now: Date },
): Schedule {
  const { timetable, occurred } = schedule
  let { next } = schedule
  if (timetable.recurrence === null) return schedule
  while (next !== null && !next.isOpen && next.beginsAt <= now) {
    const following = nextOccurrence(timetable, next.instant > now ? next.instant : now, occurred)
    next = following && awaited(timetable, following)
  }
  if (next !== null) return { ...schedule, next }
  return hasPlanned ? { ...schedule, next: { ...schedule.next!, isOpen: true } } : ended(schedule, now)
}

/** Whether any send of the schedule, under any of its timetables, waits for its time. */
export async function hasPlanned(
  { schedules }: Pick<Stores, 'schedules'>,
  { account, id }: Schedule,
): Promise<boolean> {
  return (await schedules.planned(account, id)).length > 0
}

export function ended(schedule: Schedule, now: Date): Schedule {
  return { ...schedule, status: 'ended', next: null, updatedAt: now }
}

function isAt(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime()
}

/**
 * Whether contacts have received the occurrence, or will: a new timetable may contain the same time again. Occurrences
 * with the same instant are the same. If either is sent by local time, occurrences with the same wall clock time in
 * different zones are also the same, because that time has passed for many contacts. So no contact gets an occurrence
 * twice.
 */
async function hasBegun(
  { schedules }: Pick<Stores, 'schedules'>,
  { account, id, timetable }: Schedule,
  occurrence: Occurrence,
): Promise<boolean> {
  return isBegunBy(await schedules.sendsOf(account, id, occurrence), timetable, occurrence)
}

/** The same as `hasBegun`, for callers that have the sends of the schedule around the occurrence. */
export function isBegunBy(
  sends: readonly Send[],
  { sendByLocalTime }: Timetable,
  { wall, instant }: Occurrence,
): boolean {
  const isSame = (send: Send) =>
    isAt(send.occurrence, instant) || (send.wall === wall && (send.zone !== null || sendByLocalTime))
  return sends.some((send) => isAccepted(send) && isSame(send))
}

/** The schedule without the occurrences of its new timetable that have begun under an earlier one. */
export async function withoutBegun(
  stores: Pick<Stores, 'schedules'>,
  schedule: Schedule,
  now: Date,
): Promise<Schedule> {
  let left = schedule
  while (left.next !== null && !left.next.isOpen && (await hasBegun(stores, left, left.next))) {
    left = begun(left, { counts: false, hasPlanned: await hasPlanned(stores, left), now })
  }
  return left
}
