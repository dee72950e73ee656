import type { Erasure, UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { accountNameOf, phoneOf } from '../input/path.js'

export function erasureRoutes({ eraseContact }: Pick<UseCases, 'eraseContact'>): Route[] {
  return [
    {
      method: 'delete',
      path: '/accounts/:name/contacts/:phoneNumber',
      handle: async (req, res) => {
        const erased = await eraseContact.execute({ accountName: accountNameOf(req), phone: phoneOf(req) })
        res.json(erasureResponse(erased))
      },
    },
  ]
}

function erasureResponse({ contact, groups, lists, messages, recipients, events, isSuppressed }: Erasure) {
  return { contact, groups, lists, messages, recipients, events, suppressed: isSuppressed }
}
