import { oneOf, type LoggedRequest, type UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { accountNameOf } from '../input/path.js'
import { Parameter, readQuery } from '../input/query.js'

class RequestQuery extends CursorQuery {
  @Parameter(oneOf(['failed'])) outcome?: 'failed' | ''
}

export function requestRoutes({ listRequests }: Pick<UseCases, 'listRequests'>): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:name/requests',
      handle: async (req, res) => {
        const { outcome, ...step } = readQuery(req, RequestQuery)
        const request = { accountName: accountNameOf(req), failed: outcome === 'failed', ...cursorRequestOf(step) }
        res.json(cursorPageOf(await listRequests.execute(request), requestResponse))
      },
    },
  ]
}

function requestResponse({ id, key, at, method, route, status, ms }: LoggedRequest) {
  return { id, keyId: key, at, method, route, status, ms }
}
