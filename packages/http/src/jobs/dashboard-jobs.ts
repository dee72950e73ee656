import { parseJobId, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { parameterOf } from '../input/path.js'

/** A dead job is listed and retried as in the admin API; to discard it is for owners only. */
export function discardJobRoutes({ discardJob }: Pick<UseCases, 'discardJob'>): Route[] {
  return [
    {
      method: 'delete',
      path: '/accounts/:account/jobs/dead/:jobId',
      handle: async (req, res) => {
        await discardJob.execute({ account: accountOf(res).id, id: parseJobId(parameterOf(req, 'jobId')) })
        res.status(204).end()
      },
    },
  ]
}
