import { isBroadcastId, kindOf, type UseCases } from '@carillon/core'
import type { Request } from 'express'
import type { Route } from '../api/route.js'
import { accountNameOf } from '../input/path.js'
import { broadcastClickRoutes, linkClickRoutes } from './click-routes.js'

type LinkUseCases = Pick<
  UseCases,
  | 'readAccount'
  | 'listLinks'
  | 'readLinkStats'
  | 'listLinkRecipients'
  | 'readBroadcastClicks'
  | 'listBroadcastClickRecipients'
>

/** The clicks on an account's tracking links, in the same form as in the account API. */
export function linkRoutes(useCases: LinkUseCases): Route[] {
  const accountOf = (req: Request) => useCases.readAccount.execute({ name: accountNameOf(req) })
  return [
    ...linkClickRoutes(useCases, { path: '/accounts/:name/links', accountOf }),
    ...broadcastClickRoutes(useCases, {
      path: '/accounts/:name/broadcasts',
      accountOf,
      kindOf: (id) => (isBroadcastId(id) ? kindOf(id) : 'broadcast'),
    }),
  ]
}
