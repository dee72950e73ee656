import { invalidInput, readValue, type UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { CREDITS_SCHEMA } from '../declarations/declaration.js'
import { readObject } from '../input/body.js'
import { accountNameOf } from '../input/path.js'

export function creditRoutes({ grantCredits }: Pick<UseCases, 'grantCredits'>): Route[] {
  return [
    {
      method: 'post',
      path: '/accounts/:name/credits',
      handle: async (req, res) => {
        const { sms = 0, mms = 0 } = readValue(CREDITS_SCHEMA, await readObject(req))
        if (sms === 0 && mms === 0) throw invalidInput('sms', 'must be greater than 0 if mms is 0')
        res.json(await grantCredits.execute({ accountName: accountNameOf(req), amounts: { sms, mms } }))
      },
    },
  ]
}
