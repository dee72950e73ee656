import { isDeepStrictEqual } from 'node:util'

/** Without faults, all due work is done within this time. */
const DONE_WITHIN_MS = 120_000
/** Generous, because the first job of a broadcast is due a minute before the broadcast is released. */
const JOB_TAKEN_WITHIN_MS = 600_000

/** Invariants on the states and the jobs of a schedule. */
export const SCHEDULES = [
  {
    name: 'an ended schedule never changes again, and one that is deleted before it sent does not exist any more',
    watch: ({ records }) => ({
      *atCommit({ schedules }) {
        for (const { before, after } of schedules) {
          const { id, status, hasSent } = before ?? after
          if (status === 'ended' && !isDeepStrictEqual(before, after)) yield `${id} had ended and was changed`
          if (after === null && hasSent) yield `${id} has sent and is gone`
          if (after !== null && (after.status === 'ended') !== (after.next === null)) {
            yield `${id} is ${after.status}, and next is ${after.next?.wall}`
          }
        }
      },
      *atDeletion(id) {
        const left = records.all('schedules').find((schedule) => schedule.id === id)
        if (left !== undefined && left.status !== 'ended') yield `${id} was deleted and is ${left.status}`
      },
    }),
  },
  {
    name: 'after a schedule is deleted, none of its broadcasts continues, and no other one starts',
    watch: ({ records }) => {
      const deleted = new Set()
      const goesOn = ({ status, completedAt }) => status !== 'canceled' && completedAt === null
      return {
        *atDeletion(id) {
          deleted.add(id)
          for (const broadcast of records.all('broadcasts')) {
            if (broadcast.send?.schedule === id && goesOn(broadcast)) yield `${broadcast.id} of ${id} continues`
          }
        },
        *atCommit({ broadcasts }) {
          for (const { after } of broadcasts) {
            if (deleted.has(after?.send?.schedule) && goesOn(after)) yield `${after.id} of a deleted schedule continues`
          }
        },
      }
    },
  },
  {
    name: 'a waiting schedule has a job, and so has a send that is planned or has waves to come; others have none',
    watch: ({ records, adapters: { clock } }) => ({
      *atCommit({ schedules, scheduleSends, broadcasts, jobs }) {
        const { tables } = records
        const touched = new Map()
        const touch = ({ account }, id) => id !== undefined && touched.set(id, account)
        for (const { before, after } of schedules) touch(after ?? before, (after ?? before).id)
        for (const { before, after } of jobs) touch(after ?? before, (after ?? before).payload.schedule)
        for (const { before, after } of scheduleSends) touch(after ?? before, (after ?? before).schedule)
        for (const { after } of broadcasts) touch(after, after.send?.schedule)
        if (touched.size === 0) return
        const now = clock.now()
        for (const [id, account] of touched) {
          const schedule = tables.schedules.get(account, id)
          const hasJob = hasJobFor(tables, account, id)
          if (waits(schedule, now) && !hasJob) yield `${id} waits for ${schedule.next.wall}, and has no job`
          if ((schedule?.status ?? 'ended') === 'ended' && hasJob) yield `${id} has ended, and has a job`
          const sends = tables.scheduleSends.of(account).filter((send) => send.schedule === id)
          for (const send of sends) yield* wrongSendJob(tables, send)
        }
      },
    }),
  },
  {
    name: 'one key creates one schedule',
    watch: ({ records }) => {
      const createdIds = new Map()
      return {
        *atScheduleResponse({ request: { account, idempotencyKey: key }, schedule: { id } }) {
          if (key === null) return
          const scopedKey = `${account.id} ${key}`
          if ((createdIds.get(scopedKey) ?? id) !== id) yield `${key} is both ${createdIds.get(scopedKey)} and ${id}`
          createdIds.set(scopedKey, id)
        },
        *atRest() {
          const ids = records.all('schedules').map(({ id }) => id)
          if (new Set(ids).size < ids.length) yield 'two schedules have one id'
        },
      }
    },
  },
  {
    name: 'all due work is done',
    watch: ({ records, adapters: { clock } }) => ({
      *atRest() {
        const isOverdue = (at, withinMs = DONE_WITHIN_MS) => at.getTime() + withinMs < clock.now().getTime()
        for (const { id, status, next } of records.all('schedules')) {
          if (status === 'active' && !next.isOpen && isOverdue(next.beginsAt))
            yield `${id} still waits for ${next.wall}`
          const isPlanned = (send) => send.schedule === id && send.status === 'planned'
          if (next?.isOpen && !records.all('scheduleSends').some(isPlanned))
            yield `${id} is open, and nothing is planned`
        }
        for (const { id, status, scheduledFor } of records.all('scheduleSends')) {
          if (status === 'planned' && isOverdue(scheduledFor)) yield `${id} is still planned`
        }
        for (const { id, kind, runAt } of records.all('jobs'))
          if (isOverdue(runAt, JOB_TAKEN_WITHIN_MS)) yield `${id}, to ${kind}, is overdue`
      },
      *atEnd() {
        for (const { id, status } of records.all('schedules')) if (status !== 'ended') yield `${id} is ${status}`
        for (const { id, status } of records.all('scheduleSends')) if (status === 'planned') yield `${id} is planned`
      },
    }),
  },
]

/** Whether a job waits for the next occurrence: none does if a one-time schedule was paused past its time. */
function waits(schedule, now) {
  if (schedule === undefined || schedule.next === null || schedule.next.isOpen) return false
  const { status, timetable, next } = schedule
  return status === 'active' || (timetable.recurrence !== null && next.beginsAt > now)
}

function hasJobFor(tables, account, id) {
  const job = `job_${id.slice(id.indexOf('_') + 1)}`
  return ['jobs', 'deadJobs'].some((table) => tables[table].get(account, job) !== undefined)
}

function* wrongSendJob(tables, { account, id, status, broadcast: name }) {
  const broadcast = name === null ? null : tables.broadcasts.get(account, name)
  const goesOn = status === 'started' && broadcast.released < broadcast.total
  const isOver = broadcast?.status === 'canceled' || (broadcast?.completedAt ?? null) !== null
  const hasJob = hasJobFor(tables, account, id)
  if ((status === 'planned' || (goesOn && !isOver)) && !hasJob) yield `${id} is ${status}, and has no job`
  if (status !== 'planned' && !goesOn && hasJob) yield `${id} is ${status}, and has a job`
}
