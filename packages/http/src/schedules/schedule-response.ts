import type { Condition, Recurrence, ScheduleView, SendView } from '@carillon/core'
import { filterResponse } from '../filters/audience-fields.js'

/** `undefined` fields are omitted from the JSON. */
export function scheduleResponse(schedule: ScheduleView) {
  const { id, status, timing, timetable, nextScheduledFor, from, body, waves, createdAt, updatedAt } = schedule
  const { pool, template, smartEncoding, canary, skipped } = schedule
  const condition = conditionOf(schedule)
  const { at, timezone, sendByLocalTime, recurrence } = timetable
  return {
    id,
    status,
    timing,
    schedule: { at, timezone, sendByLocalTime, recurrence: recurrence ? recurrenceResponse(recurrence) : undefined },
    nextScheduledFor: nextScheduledFor ?? undefined,
    from,
    pool,
    body: body ?? undefined,
    template,
    audience: condition && { filter: filterResponse(condition) },
    audienceReadable: condition !== null,
    waveConfig: waves ?? undefined,
    canary,
    smartEncoding,
    skipped,
    createdAt,
    updatedAt,
  }
}

/** Null for an audience that no filter can express. */
function conditionOf({ groups, filter }: ScheduleView): Condition | null {
  return groups === null ? (filter ?? null) : { groups: { ids: { in: groups } } }
}

/** An end on a full minute is shown without seconds; only `at` always has seconds. */
function recurrenceResponse(recurrence: Recurrence): object {
  if (recurrence.endType !== 'onDate') return recurrence
  return { ...recurrence, endOnDate: recurrence.endOnDate.replace(/:00$/, '') }
}

export function sendResponse({ id, scheduledFor, zone, status, reason, broadcastId }: SendView) {
  return {
    id,
    scheduledFor,
    zone: zone ?? undefined,
    status,
    reason: reason ?? undefined,
    broadcastId: broadcastId ?? undefined,
  }
}
