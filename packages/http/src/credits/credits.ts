import type { UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'

export function creditRoutes({ readCredits }: Pick<UseCases, 'readCredits'>): Route[] {
  return [
    {
      method: 'get',
      path: '/account/credits',
      bucket: 'messagingRead',
      handle: async (_req, res) => {
        const { sms, mms, reserved } = await readCredits.execute({ account: accountOf(res) })
        res.json({ sms, mms, reserved: { sms: reserved.sms, mms: reserved.mms } })
      },
    },
  ]
}
