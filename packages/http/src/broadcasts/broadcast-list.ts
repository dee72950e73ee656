import {
  SHOWN_STATUSES,
  oneOf,
  type FailureType,
  type ListedBroadcast,
  type ShownStatus,
  type UseCases,
} from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { parameterOf } from '../input/path.js'
import { Parameter, readQuery } from '../input/query.js'
import { messageResponse } from '../messages/messages.js'
import { viewResponse } from './broadcasts.js'

class BroadcastListQuery extends CursorQuery {
  @Parameter(oneOf(SHOWN_STATUSES)) status?: ShownStatus | ''
}

type ListUseCases = Pick<UseCases, 'listBroadcasts' | 'countBroadcastFailures' | 'listBroadcastFailures'>

export function broadcastListRoutes(useCases: ListUseCases): Route[] {
  return [listRoute(useCases), ...failureRoutes(useCases)]
}

function listRoute({ listBroadcasts }: ListUseCases): Route {
  return {
    method: 'get',
    path: '/messaging/broadcasts',
    bucket: 'messagingRead',
    handle: async (req, res) => {
      const { status, ...step } = readQuery(req, BroadcastListQuery)
      const request = { account: accountOf(res), status: status || null, ...cursorRequestOf(step) }
      res.json(cursorPageOf(await listBroadcasts.execute(request), listedResponse))
    },
  }
}

function listedResponse(broadcast: ListedBroadcast) {
  return { kind: broadcast.kind, ...viewResponse(broadcast), rates: broadcast.rates }
}

function failureRoutes({ countBroadcastFailures, listBroadcastFailures }: ListUseCases): Route[] {
  const path = '/messaging/broadcasts/:broadcastId/failures'
  const named = (req: Request, res: Response) => ({ account: accountOf(res), id: parameterOf(req, 'broadcastId') })
  return [
    {
      method: 'get',
      path,
      bucket: 'messagingRead',
      handle: async (req, res) => {
        const failures = await countBroadcastFailures.execute(named(req, res))
        res.json({ results: failures.map(({ type, count }) => ({ errorType: type, count })) })
      },
    },
    {
      method: 'get',
      path: `${path}/:errorType`,
      bucket: 'messagingRead',
      handle: async (req, res) => {
        const type = parameterOf(req, 'errorType') as FailureType
        const step = cursorRequestOf(readQuery(req, CursorQuery))
        res.json(
          cursorPageOf(await listBroadcastFailures.execute({ ...named(req, res), type, ...step }), messageResponse),
        )
      },
    },
  ]
}
