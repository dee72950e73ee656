import type { CarrierDesk, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'

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
        res.json({ results: problems })
      },
    },
  ]
}
