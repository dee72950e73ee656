import { BROADCAST_STATUSES, oneOf, type BroadcastStatus, type ListedBroadcast, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { Parameter, readQuery } from '../input/query.js'
import { viewResponse } from './broadcasts.js'

class BroadcastListQuery extends CursorQuery {
  @Parameter(oneOf(BROADCAST_STATUSES)) status?: BroadcastStatus | ''
}

export function broadcastListRoute({ listBroadcasts }: Pick<UseCases, 'listBroadcasts'>): Route {
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
