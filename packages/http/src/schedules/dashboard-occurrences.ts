import type { UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { Nested } from '../input/checks.js'
import { parameterOf } from '../input/path.js'
import { TimetableFields } from './schedule-fields.js'
import { timetableOf } from './schedule-parts.js'

export class TimetablePreviewFields {
  @Nested(TimetableFields) schedule!: TimetableFields
}

const OCCURRENCES_SHOWN = 10

const SCHEDULES = '/accounts/:account/schedules'

/** The next occurrences of a schedule, or of a timetable before there is a schedule with it. */
export function nextOccurrenceRoutes({
  listNextOccurrences,
  previewTimetable,
}: Pick<UseCases, 'listNextOccurrences' | 'previewTimetable'>): Route[] {
  return [
    {
      method: 'get',
      path: `${SCHEDULES}/:scheduleId/occurrences`,
      handle: async (req, res) => {
        const name = { account: accountOf(res), id: parameterOf(req, 'scheduleId') }
        res.json({ results: await listNextOccurrences.execute({ ...name, count: OCCURRENCES_SHOWN }) })
      },
    },
    {
      method: 'post',
      path: `${SCHEDULES}/preview`,
      handle: async (req, res) => {
        const { schedule } = await readBody(req, TimetablePreviewFields)
        const timetable = timetableOf(schedule)
        res.json({ results: await previewTimetable.execute({ timetable, count: OCCURRENCES_SHOWN }) })
      },
    },
  ]
}
