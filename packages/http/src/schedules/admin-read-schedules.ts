import type { DescribedSchedule, FoundSchedule, NamedAudience, UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { filterResponse } from '../filters/audience-fields.js'
import { accountNameOf, parameterOf } from '../input/path.js'
import { pageRequestOf, PageQuery, readQuery } from '../input/query.js'
import { scheduleResponse, sendResponse } from './schedule-response.js'

type ReadingUseCases = Pick<UseCases, 'listAccountSchedules' | 'findAnySchedule'>

export function readScheduleRoutes({ listAccountSchedules, findAnySchedule }: ReadingUseCases): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:name/schedules',
      handle: async (req, res) => {
        const page = pageRequestOf(readQuery(req, PageQuery))
        const schedules = await listAccountSchedules.execute({ accountName: accountNameOf(req), page })
        res.json({ ...schedules, results: schedules.results.map(describedResponse) })
      },
    },
    {
      method: 'get',
      path: '/schedules/:scheduleId',
      handle: async (req, res) => {
        res.json(foundResponse(await findAnySchedule.execute({ id: parameterOf(req, 'scheduleId') })))
      },
    },
  ]
}

function foundResponse({ account, sends, upcoming, ...described }: FoundSchedule) {
  return { account, ...describedResponse(described), sends: sends.map(sendResponse), upcoming }
}

/** An operator sees the times and the audience of a schedule, but not its content. */
function describedResponse({ schedule: view, audience }: DescribedSchedule) {
  const { id, status, timing, schedule, nextScheduledFor, from, waveConfig, createdAt, updatedAt } =
    scheduleResponse(view)
  const recipients = recipientsOf(audience)
  return { id, status, timing, schedule, nextScheduledFor, from, recipients, waveConfig, createdAt, updatedAt }
}

function recipientsOf(audience: NamedAudience) {
  switch (audience.kind) {
    case 'groups':
      return { groups: audience.groups }
    case 'list':
      return { list: audience.list }
    case 'filter':
      return { filter: filterResponse(audience.condition) }
  }
}
