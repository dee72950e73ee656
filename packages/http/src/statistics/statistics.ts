import type { UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readDays } from '../input/days.js'

/** What happened in an account, by day. */
export function statisticsRoute({ readStatistics }: Pick<UseCases, 'readStatistics'>): Route {
  return {
    method: 'get',
    path: '/account/statistics',
    bucket: 'messagingRead',
    handle: async (req, res) => {
      res.json(await readStatistics.execute({ account: accountOf(res), ...readDays(req) }))
    },
  }
}
