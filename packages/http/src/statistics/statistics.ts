import { STATISTIC_DAYS_MAX, type FieldRule, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { DaysQuery } from '../input/days.js'
import { Parameter, readQuery } from '../input/query.js'

const LENGTH: FieldRule = {
  holds: (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= STATISTIC_DAYS_MAX,
  expected: `must be a whole number from 1 to ${STATISTIC_DAYS_MAX}`,
}

class StatisticsQuery extends DaysQuery {
  @Parameter(LENGTH) days?: string
}

/** What happened in an account, by day. */
export function statisticsRoute({ readStatistics }: Pick<UseCases, 'readStatistics'>): Route {
  return {
    method: 'get',
    path: '/account/statistics',
    bucket: 'messagingRead',
    handle: async (req, res) => {
      const { from, to, days } = readQuery(req, StatisticsQuery)
      const span = { from: from || null, to: to || null, days: days ? Number(days) : null }
      res.json(await readStatistics.execute({ account: accountOf(res), ...span }))
    },
  }
}
