import type { Stores } from '../ports/unit-of-work.js'
import type { Schedule } from './schedule.js'
import { isAccepted, type Send } from './send.js'

/** The schedule when that send is skipped: an occurrence of which nothing has started, or will, does not count. */
export async function withoutSkipped(
  { schedules }: Pick<Stores, 'schedules'>,
  schedule: Schedule,
  { id, account, wall, occurrence: instant, revision }: Send,
): Promise<Schedule> {
  if (revision !== schedule.revision) return schedule
  const all = await schedules.sendsOf(account, schedule.id, { wall, instant })
  const counts = all.some((send) => send.id !== id && send.revision === revision && isAccepted(send))
  return counts ? schedule : { ...schedule, occurred: Math.max(0, schedule.occurred - 1) }
}
