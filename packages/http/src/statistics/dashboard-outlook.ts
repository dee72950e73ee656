import type { UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'

/** How long the credits and the quota of an account last. */
export function outlookRoutes({ readOutlook }: Pick<UseCases, 'readOutlook'>): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:account/outlook',
      handle: async (_req, res) => {
        res.json(await readOutlook.execute({ account: accountOf(res) }))
      },
    },
  ]
}
