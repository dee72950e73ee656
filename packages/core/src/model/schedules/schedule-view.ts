import type { Account } from '../accounts/account.js'
import { poolRef, poolWith } from '../senders/pool.js'
import type { Schedule } from './schedule.js'
import type { Send } from './send.js'
import { timingOf, type Timetable } from './timetable.js'
import type { WaveConfig } from './waves.js'

/**
 * A schedule as clients see it. It is plain data: as the stored response of an idempotency key, it must not change
 * when the schedule changes.
 */
export type ScheduleView = ReturnType<typeof scheduleView>

/** With the account's pool that it is sent from, if there is one. */
export function scheduleView(schedule: Schedule, { pools }: Pick<Account, 'pools'>) {
  const { id, status, timetable, next, from, body, audience, waves, skipped, createdAt, updatedAt } = schedule
  const { template, smartEncoding, canary } = schedule
  const pool = poolWith(pools, from)
  return {
    id,
    status,
    timing: timingOf(timetable),
    timetable: timetableView(timetable),
    nextScheduledFor: next?.instant.toISOString() ?? null,
    from,
    ...(pool !== null && { pool: poolRef(pool) }),
    /** Null with a template: each send has the text of its newest version. */
    body: template === null ? body : null,
    ...(template !== null && { template: { id: template } }),
    /** Null if the audience is something else than members of groups. */
    groups: audience.kind === 'groups' ? audience.groups : null,
    ...(audience.kind === 'filter' && { filter: audience.condition }),
    waves: waves && waveView(waves),
    ...(canary !== null && { canary }),
    ...(smartEncoding !== null && { smartEncoding }),
    ...(skipped.length > 0 && { skipped }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  } as const
}

/** The recurrence contains only the fields that belong to its `frequency` and its end. */
function timetableView({ at, timezone, sendByLocalTime, recurrence }: Timetable) {
  return { at, timezone, sendByLocalTime, recurrence: recurrence && { ...recurrence } }
}

function waveView({ recipientsPerWave, waveIntervalMinutes }: WaveConfig) {
  return { recipientsPerWave, waveIntervalMinutes }
}

/** A send as clients see it. */
export type SendView = ReturnType<typeof sendView>

export function sendView({ id, scheduledFor, zone, status, reason, broadcast }: Send) {
  return { id, scheduledFor: scheduledFor.toISOString(), zone, status, reason, broadcastId: broadcast } as const
}
