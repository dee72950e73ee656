import {
  SCHEDULE_SORTS,
  SCHEDULE_STATUSES,
  oneOf,
  refuseEnded,
  type CreatedSchedule,
  type FieldRule,
  type ScheduleQuery,
  type ScheduleSort,
  type ScheduleStatus,
  type Timing,
  type UseCases,
} from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { audienceOf } from '../filters/audience-fields.js'
import { readBody } from '../input/body.js'
import { INSTANT, instantOf } from '../input/instant.js'
import { parameterOf } from '../input/path.js'
import { Count, PageQuery, pageRequestOf, Parameter, readQuery } from '../input/query.js'
import { ScheduleFields, SchedulePatchFields } from './schedule-fields.js'
import { contentOf, patchOf } from './schedule-parts.js'
import { scheduleResponse, sendResponse } from './schedule-response.js'

const TIMINGS = ['oneTime', 'recurring'] as const satisfies readonly Timing[]

class ScheduleListQuery extends PageQuery {
  @Parameter(anyOf(SCHEDULE_STATUSES)) status?: string
  @Parameter(anyOf(TIMINGS)) timing?: string
  @Parameter(INSTANT) nextScheduledFrom?: string
  @Parameter(INSTANT) nextScheduledTo?: string
  @Parameter(oneOf(SCHEDULE_SORTS)) sort?: ScheduleSort | ''
}

const UPCOMING_DEFAULT = 10
const UPCOMING_MAX = 100

class UpcomingQuery {
  @Count({})
  count = UPCOMING_DEFAULT
}

type ScheduleUseCases = Pick<
  UseCases,
  | 'createSchedule'
  | 'readSchedule'
  | 'listSchedules'
  | 'changeSchedule'
  | 'cancelSchedule'
  | 'listSends'
  | 'readUpcoming'
>

const SCHEDULES = '/messaging/broadcast/schedules'
const ONE = `${SCHEDULES}/:scheduleId`

export function scheduleRoutes(useCases: ScheduleUseCases): Route[] {
  return [...collectionRoutes(useCases), ...singleRoutes(useCases), ...sendRoutes(useCases)]
}

function collectionRoutes({ createSchedule, listSchedules }: ScheduleUseCases): Route[] {
  return [
    {
      method: 'post',
      path: SCHEDULES,
      bucket: 'scheduleWrite',
      handle: async (req, res) => {
        const fields = await readBody(req, ScheduleFields, { judgedLater: 'body' })
        const request = { account: accountOf(res), audience: audienceOf(fields.audience), ...contentOf(fields) }
        respondCreated(res, await createSchedule.execute(request))
      },
    },
    {
      method: 'get',
      path: SCHEDULES,
      bucket: 'scheduleRead',
      handle: async (req, res) => {
        const query = scheduleQueryOf(readQuery(req, ScheduleListQuery))
        const page = await listSchedules.execute({ account: accountOf(res), query })
        res.json({ ...page, results: page.results.map(scheduleResponse) })
      },
    },
  ]
}

function singleRoutes({ readSchedule, changeSchedule, cancelSchedule }: ScheduleUseCases): Route[] {
  return [
    {
      method: 'get',
      path: ONE,
      bucket: 'scheduleRead',
      handle: async (req, res) => {
        res.json(scheduleResponse(await readSchedule.execute(named(req, res))))
      },
    },
    {
      method: 'patch',
      path: ONE,
      bucket: 'scheduleWrite',
      handle: async (req, res) => {
        const name = named(req, res)
        refuseEnded(await readSchedule.execute(name))
        const types = ['application/merge-patch+json']
        const fields = await readBody(req, SchedulePatchFields, { types, judgedLater: 'body' })
        res.json(scheduleResponse(await changeSchedule.execute({ ...name, patch: patchOf(fields) })))
      },
    },
    {
      method: 'delete',
      path: ONE,
      bucket: 'scheduleWrite',
      handle: async (req, res) => {
        await cancelSchedule.execute(named(req, res))
        res.status(204).end()
      },
    },
  ]
}

function sendRoutes({ listSends, readUpcoming }: ScheduleUseCases): Route[] {
  return [
    {
      method: 'get',
      path: `${ONE}/sends`,
      bucket: 'scheduleRead',
      handle: async (req, res) => {
        const page = pageRequestOf(readQuery(req, PageQuery))
        const sends = await listSends.execute({ ...named(req, res), page })
        res.json({ ...sends, results: sends.results.map(sendResponse) })
      },
    },
    {
      method: 'get',
      path: `${ONE}/upcoming`,
      bucket: 'scheduleRead',
      handle: async (req, res) => {
        const { count } = readQuery(req, UpcomingQuery)
        const results = await readUpcoming.execute({ ...named(req, res), count: Math.min(count, UPCOMING_MAX) })
        res.json({ results })
      },
    },
  ]
}

export function respondCreated(res: Response, { schedule, replayed }: CreatedSchedule) {
  if (replayed) res.set('Idempotent-Replayed', 'true')
  res.status(201).json(scheduleResponse(schedule))
}

function named(req: Request, res: Response) {
  return { account: accountOf(res), id: parameterOf(req, 'scheduleId') }
}

/** A comma-separated list of some of the values. */
function anyOf(values: readonly string[]): FieldRule {
  return {
    holds: (text) => text.split(',').every((value) => values.includes(value)),
    expected: `must be one or more of ${values.join(', ')}, separated by commas`,
  }
}

function scheduleQueryOf({
  status,
  timing,
  nextScheduledFrom,
  nextScheduledTo,
  sort,
  ...page
}: ScheduleListQuery): ScheduleQuery {
  return {
    ...pageRequestOf(page),
    statuses: status ? (status.split(',') as ScheduleStatus[]) : null,
    timings: timing ? (timing.split(',') as Timing[]) : null,
    nextFrom: nextScheduledFrom ? instantOf(nextScheduledFrom) : null,
    nextTo: nextScheduledTo ? instantOf(nextScheduledTo) : null,
    sort: sort || 'nextScheduledFor',
  }
}
