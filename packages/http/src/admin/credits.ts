import { invalidInput, type UseCases } from '@carillon/core'
import { readBody } from '../body.js'
import { accountNameOf } from '../path.js'
import type { Route } from '../route.js'
import { CreditFields } from './declaration.js'

export function creditRoutes({ grantCredits }: Pick<UseCases, 'grantCredits'>): Route[] {
  return [
    {
      method: 'post',
      path: '/accounts/:name/credits',
      handle: async (req, res) => {
        const { sms = 0, mms = 0 } = await readBody(req, CreditFields)
        if (sms === 0 && mms === 0) throw invalidInput('sms', 'or mms must be above 0')
        res.json(await grantCredits.execute({ accountName: accountNameOf(req), amounts: { sms, mms } }))
      },
    },
  ]
}
