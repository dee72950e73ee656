import type { NextOccurrence, Schedule } from '../../model/schedules/schedule.js'
import type { Send } from '../../model/schedules/send.js'
import type { Template } from '../../model/templates/template.js'
import type { FoundOccurrence } from '../../stores/occurrence-store.js'
import type { PooledSenders } from '../senders/check-from.js'
import { begun as afterOccurrence, isBegunBy, passed, recomputed } from './advance-schedule.js'

/** A schedule, as found, whose next occurrence is due. */
export type DueOccurrence = KnownOccurrence & { readonly next: NextOccurrence }

export type KnownOccurrence = FoundOccurrence & {
  /** The newest version of the schedule's template; null if the schedule has none, or if it was deleted. */
  readonly template: Template | null
  /** The pool that the schedule sends from; null if the account does not have it any more. Absent if it sends from a number. */
  readonly pooled?: PooledSenders | null
}

/** What the job of a schedule finds: an occurrence that is due, or a schedule that only moves on. */
export type Step = { readonly due: DueOccurrence } | { readonly due: null; readonly schedule: Schedule }

export function stepOf(found: KnownOccurrence, now: Date): Step {
  const schedule = recomputed(found.schedule)
  const { next, status } = schedule
  if (next === null || next.isOpen || next.beginsAt > now) return { due: null, schedule }
  if (status === 'paused') return { due: null, schedule: passed(schedule, { hasPlanned: isWaiting(found.sends), now }) }
  const due = { ...found, schedule, next }
  return isRepeat(due) ? { due: null, schedule: afterSends(due, [], now) } : { due }
}

/** The schedule after its occurrence has begun with these sends. */
export function afterSends(due: DueOccurrence, begun: readonly { readonly send: Send }[], now: Date): Schedule {
  const { schedule, next } = due
  const sends = begun.map(({ send }) => send)
  const hasSent = schedule.hasSent || sends.some(({ status }) => status === 'started')
  const skipped = schedule.skipped.filter((wall) => wall > next.wall)
  const hasPlanned = isWaiting([...due.sends, ...sends])
  return afterOccurrence({ ...schedule, skipped, hasSent }, { counts: !isRepeat(due), hasPlanned, now })
}

/** Whether the occurrence has begun under an earlier timetable: it is not sent again. */
function isRepeat({ schedule, next, sends }: DueOccurrence): boolean {
  return isBegunBy(sends, schedule.timetable, next)
}

function isWaiting(sends: readonly Send[]): boolean {
  return sends.some(({ status }) => status === 'planned')
}
