import { invalidInput, parseWallClock, WALL_CLOCK, type ListedOccurrence, type UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { Text } from '../input/checks.js'
import { INSTANT, instantOf } from '../input/instant.js'
import { parameterOf } from '../input/path.js'
import { readQuery, RequiredParameter } from '../input/query.js'
import { scheduleResponse } from './schedule-response.js'

class OccurrenceQuery {
  @RequiredParameter(INSTANT) from!: string
  @RequiredParameter(INSTANT) to!: string
}

export class SkipFields {
  @Text(WALL_CLOCK) wallClock!: string
}

type OccurrenceUseCases = Pick<UseCases, 'listOccurrences' | 'skipOccurrence' | 'restoreOccurrence'>

export function occurrenceRoutes(useCases: OccurrenceUseCases): Route[] {
  return [listRoute(useCases), ...skipRoutes(useCases)]
}

function skipRoutes({ skipOccurrence, restoreOccurrence }: OccurrenceUseCases): Route[] {
  const path = '/messaging/broadcast/schedules/:scheduleId/skips'
  const named = (req: Request, res: Response) => ({ account: accountOf(res), id: parameterOf(req, 'scheduleId') })
  return [
    {
      method: 'post',
      path,
      bucket: 'scheduleWrite',
      handle: async (req, res) => {
        const wallClock = parseWallClock((await readBody(req, SkipFields)).wallClock)!
        res.json(scheduleResponse(await skipOccurrence.execute({ ...named(req, res), wallClock })))
      },
    },
    {
      method: 'delete',
      path: `${path}/:wallClock`,
      bucket: 'scheduleWrite',
      handle: async (req, res) => {
        const wallClock = parseWallClock(parameterOf(req, 'wallClock'))
        if (wallClock === null) throw invalidInput('wallClock', WALL_CLOCK.expected)
        res.json(scheduleResponse(await restoreOccurrence.execute({ ...named(req, res), wallClock })))
      },
    },
  ]
}

function listRoute({ listOccurrences }: OccurrenceUseCases): Route {
  return {
    method: 'get',
    path: '/messaging/broadcast/schedules/occurrences',
    bucket: 'scheduleRead',
    handle: async (req, res) => {
      const { from, to } = readQuery(req, OccurrenceQuery)
      const range = { from: instantOf(from), to: instantOf(to) }
      const { results, ...rest } = await listOccurrences.execute({ account: accountOf(res), ...range })
      res.json({ results: results.map(occurrenceResponse), ...rest })
    },
  }
}

function occurrenceResponse({ schedule, ...occurrence }: ListedOccurrence) {
  return { scheduleId: schedule, ...occurrence }
}
