import type { CarrierDesk, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { downCarriers } from './down-carriers.js'

export function accountWarningRoutes(
  { readAccountWarnings }: Pick<UseCases, 'readAccountWarnings'>,
  carriers: CarrierDesk,
): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:account/warnings',
      handle: async (_req, res) => {
        const down = await downCarriers(carriers)
        const warnings = await readAccountWarnings.execute({ account: accountOf(res), downCarriers: down })
        res.json({ results: warnings })
      },
    },
  ]
}
