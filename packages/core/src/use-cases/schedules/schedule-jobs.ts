import type { ClaimedJobOf, Job } from '../../model/jobs/job.js'
import { occurrenceJobIdOf, type Schedule } from '../../model/schedules/schedule.js'
import { sendJobIdOf, type Send } from '../../model/schedules/send.js'
import type { Stores } from '../../stores/unit-of-work.js'

export type OccurrenceJob = ClaimedJobOf<'run-occurrence'>
export type SendJob = ClaimedJobOf<'start-send'>

/** Null if the schedule needs no job: it has ended, its last occurrence has begun, or it waits to be resumed. */
export function occurrenceJobOf({ id, account, next, status, timetable }: Schedule, now: Date): Job | null {
  if (next === null || next.isOpen) return null
  const waitsToBeResumed = status === 'paused' && timetable.recurrence === null && next.beginsAt <= now
  if (waitsToBeResumed) return null
  const payload = { schedule: id }
  return { kind: 'run-occurrence', payload, id: occurrenceJobIdOf(id), account, lane: 'timed', runAt: next.beginsAt }
}

export function sendJobOf({ id, account, schedule }: Send, runAt: Date): Job {
  return { kind: 'start-send', payload: { schedule, send: id }, id: sendJobIdOf(id), account, lane: 'timed', runAt }
}

/** Saves the schedule and replaces its job, for callers that have locked the schedule. */
export async function saveWithJob({ schedules, jobs }: Stores, schedule: Schedule, now: Date): Promise<void> {
  await schedules.save(schedule)
  const job = occurrenceJobOf(schedule, now)
  if (job === null) await jobs.remove(schedule.account, [occurrenceJobIdOf(schedule.id)])
  else await jobs.put([job])
}
