import { DomainError, type FieldError } from '@carillon/core'
import type { JsonObject } from '../input/body.js'
import type { Shape } from '../input/checks.js'
import { readShape } from '../input/shape.js'
import { ScheduleFields } from '../schedules/schedule-fields.js'
import { DAILY, TIMETABLE, audienceOf } from './samples.js'

export const GROUP = 'grp_00000000000000000000000001'
export const REQUEST = { audience: audienceOf([GROUP]), from: '+12025550100', body: 'Hi', schedule: TIMETABLE }

/** The paths of all faults, sorted by name. */
export function faultsOf(Shape: Shape<object>, body: object): readonly string[] {
  return faultsIn(Shape, JSON.stringify(body))
}

export function faultsIn(Shape: Shape<object>, json: string): readonly string[] {
  try {
    readShape(Shape, JSON.parse(json) as JsonObject)
    return []
  } catch (error) {
    const { details } = error as DomainError
    return (details!['fields'] as FieldError[]).map(({ field }) => field).sort()
  }
}

export const ofRequest = (fields: object) => faultsOf(ScheduleFields, { ...REQUEST, ...fields })
export const ofTimetable = (fields: object) => ofRequest({ schedule: { ...TIMETABLE, ...fields } })
export const ofRecurrence = (fields: object) => ofTimetable({ recurrence: { ...DAILY, ...fields } })

/** Values that are not valid objects. */
export const NO_OBJECTS = [null, true, 0, '', 'text', [], [{}], [[]]]
