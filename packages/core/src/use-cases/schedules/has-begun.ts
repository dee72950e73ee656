import type { Occurrence } from '../../model/schedules/occurrences.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import { isAccepted, type Send } from '../../model/schedules/send.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { begun, hasPlanned } from './moving-on.js'

/**
 * Whether contacts have that occurrence, or will have it: a new timetable may name the same time once more. It is the
 * same at the same instant, and where either of them goes by local time with the same wall clock in another zone, which
 * many contacts have seen pass. Nobody gets it twice.
 */
export async function hasBegun(
  { schedules }: Pick<Stores, 'schedules'>,
  { account, id, timetable }: Schedule,
  occurrence: Occurrence,
): Promise<boolean> {
  const isSame = (send: Send) =>
    send.occurrence.getTime() === occurrence.instant.getTime() || send.zone !== null || timetable.sendByLocalTime
  const sends = await schedules.sendsOf(account, id, occurrence)
  return sends.some((send) => isAccepted(send) && isSame(send))
}

/** The schedule without the occurrences of a new timetable that have begun under an earlier one. */
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
