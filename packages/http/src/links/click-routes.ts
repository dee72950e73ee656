import type { Account, BroadcastKind, UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import type { Route } from '../api/route.js'
import { readDays } from '../input/days.js'
import { parameterOf } from '../input/path.js'
import { pageRequestOf, PageQuery, readQuery } from '../input/query.js'
import {
  ClickRecipientsQuery,
  broadcastClicksResponse,
  linkStatsResponse,
  linksResponse,
  recipientsResponse,
} from './click-parts.js'

// The click routes that the account API and the admin API share.

type LinkUseCases = Pick<UseCases, 'listLinks' | 'readLinkStats' | 'listLinkRecipients'>

/** The path of the routes, their rate limit, and the account whose clicks they list. */
export type ClicksPlace = Pick<Route, 'path' | 'bucket'> & {
  readonly accountOf: (req: Request, res: Response) => Account | Promise<Account>
}

/** Routes below `path` for all links, and for a single link. */
export function linkClickRoutes(useCases: LinkUseCases, { path, bucket, accountOf }: ClicksPlace): Route[] {
  const { listLinks, readLinkStats, listLinkRecipients } = useCases
  const named = async (req: Request, res: Response) => ({
    account: await accountOf(req, res),
    link: parameterOf(req, 'link'),
  })
  const get = getRoutes(bucket)
  return [
    get(path, async (req, res) => {
      const page = pageRequestOf(readQuery(req, PageQuery))
      res.json(linksResponse(await listLinks.execute({ account: await accountOf(req, res), ...page })))
    }),
    get(`${path}/:link/clicks`, async (req, res) => {
      const days = readDays(req)
      res.json(linkStatsResponse(await readLinkStats.execute({ ...(await named(req, res)), ...days })))
    }),
    get(`${path}/:link/recipients`, async (req, res) => {
      const page = pageRequestOf(readQuery(req, PageQuery))
      res.json(recipientsResponse(await listLinkRecipients.execute({ ...(await named(req, res)), ...page })))
    }),
  ]
}

type BroadcastUseCases = Pick<UseCases, 'readBroadcastClicks' | 'listBroadcastClickRecipients'>

export type BroadcastClicksPlace = ClicksPlace & { readonly kindOf: (broadcastId: string) => BroadcastKind }

/** Routes below `path` for a single broadcast. */
export function broadcastClickRoutes(
  { readBroadcastClicks, listBroadcastClickRecipients }: BroadcastUseCases,
  { path, bucket, accountOf, kindOf }: BroadcastClicksPlace,
): Route[] {
  const named = async (req: Request, res: Response) => {
    const id = parameterOf(req, 'broadcastId')
    return { account: await accountOf(req, res), kind: kindOf(id), id }
  }
  const get = getRoutes(bucket)
  return [
    get(`${path}/:broadcastId/clicks`, async (req, res) => {
      res.json(broadcastClicksResponse(await readBroadcastClicks.execute(await named(req, res))))
    }),
    get(`${path}/:broadcastId/clicks/recipients`, async (req, res) => {
      const { link, ...page } = readQuery(req, ClickRecipientsQuery)
      const query = { ...(await named(req, res)), ...pageRequestOf(page), link: link || null }
      res.json(recipientsResponse(await listBroadcastClickRecipients.execute(query)))
    }),
  ]
}

function getRoutes(bucket: Route['bucket']) {
  return (path: string, handle: Route['handle']): Route => ({
    ...{ method: 'get', path, handle },
    ...(bucket !== undefined && { bucket }),
  })
}
