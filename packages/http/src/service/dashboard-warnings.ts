import type { CarrierDesk, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { downAmong } from './down-among.js'

export function accountWarningRoutes(
  { readAccountWarnings }: Pick<UseCases, 'readAccountWarnings'>,
  carriers: CarrierDesk,
): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:account/warnings',
      handle: async (_req, res) => {
        const downCarriers = downAmong(await carriers.list())
        const warnings = await readAccountWarnings.execute({ account: accountOf(res), downCarriers })
        res.json({ results: warnings })
      },
    },
  ]
}
