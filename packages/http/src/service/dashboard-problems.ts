import type { CarrierDesk, ProblemCode, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'

/** The page of the dashboard on which each problem can be solved. */
const PAGES: Readonly<Record<ProblemCode, string>> = {
  'dead-jobs': 'developers',
  'webhooks-disabled': 'webhooks',
  'webhooks-failing': 'webhooks',
  'carriers-down': 'numbers',
  'credits-ending': 'credits',
  'quota-nearly-reached': 'settings',
  'numbers-inactive': 'numbers',
  'schedules-failing': 'schedules',
}

export function problemRoutes({ readProblems }: Pick<UseCases, 'readProblems'>, carriers: CarrierDesk): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:account/problems',
      handle: async (_req, res) => {
        const states = await carriers.list()
        const downCarriers = states
          .filter(({ breaker }) => breaker === 'open')
          .map(({ name, routes }) => ({ name, hasRoutes: routes.length > 0 }))
        const problems = await readProblems.execute({ account: accountOf(res), downCarriers })
        res.json({ results: problems.map((problem) => ({ ...problem, page: PAGES[problem.code] })) })
      },
    },
  ]
}
