import {
  parseAudience,
  parseTimeZone,
  parseWallClock,
  type Account,
  type End,
  type Pattern,
  type PreviewScheduleInput,
  type SchedulePatch,
  type Timetable,
  type WallClock,
} from '@carillon/core'
import { audienceOf } from '../filters/audience-fields.js'
import type {
  ListScheduleFields,
  RecurrenceFields,
  ScheduleFields,
  SchedulePatchFields,
  TimetableFields,
} from './schedule-fields.js'

/** Converts valid fields to the parts of a schedule that do not depend on its audience. */
export function contentOf(fields: ScheduleFields | ListScheduleFields) {
  const { from, body = '', template, smartEncoding, schedule, waveConfig, canary, idempotencyKey } = fields
  return {
    from,
    body,
    template: template?.id,
    smartEncoding,
    timetable: timetableOf(schedule),
    waves: waveConfig ?? null,
    canary,
    idempotencyKey: idempotencyKey ?? null,
  }
}

/** The input of a preview. Its idempotency key only shows whether the request would be a repeat. */
export function scheduleOf(fields: ScheduleFields, account: Account): PreviewScheduleInput {
  return { account, audience: parseAudience(audienceOf(fields.audience)), ...contentOf(fields) }
}

export function patchOf(fields: SchedulePatchFields): SchedulePatch {
  const { audience, from, body, template, smartEncoding, schedule, waveConfig, canary, status } = fields
  return {
    ...(audience !== undefined && { audience: parseAudience(audienceOf(audience)) }),
    ...(from !== undefined && { from }),
    ...(body !== undefined && { body }),
    ...(template !== undefined && { template: template.id }),
    ...(smartEncoding !== undefined && { smartEncoding }),
    ...(schedule !== undefined && { timetable: timetableOf(schedule) }),
    ...(waveConfig !== undefined && { waves: waveConfig }),
    ...(canary !== undefined && { canary }),
    ...(status !== undefined && { status }),
  }
}

export function timetableOf({ at, timezone, sendByLocalTime = false, recurrence }: TimetableFields): Timetable {
  return {
    at: wallClockOf(at),
    timezone: parseTimeZone(timezone),
    sendByLocalTime,
    recurrence: recurrence === undefined ? null : { ...patternOf(recurrence), ...endOf(recurrence) },
  }
}

/** The validation ensures that exactly the fields of the given frequency are present. */
function patternOf({ frequency, interval, daysOfWeek, dayOfMonth }: RecurrenceFields): Pattern {
  switch (frequency) {
    case 'daily':
      return { frequency, interval }
    case 'weekly':
      return { frequency, interval, daysOfWeek: daysOfWeek! }
    case 'monthly':
      return { frequency, interval, dayOfMonth: dayOfMonth! }
  }
}

function endOf({ endType, endOnDate, endAfterOccurrences }: RecurrenceFields): End {
  switch (endType) {
    case 'never':
      return { endType }
    case 'onDate':
      return { endType, endOnDate: wallClockOf(endOnDate!) }
    case 'afterOccurrences':
      return { endType, endAfterOccurrences: endAfterOccurrences! }
  }
}

function wallClockOf(text: string): WallClock {
  return parseWallClock(text)!
}
