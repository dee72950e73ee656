import { BROADCAST_KINDS, urlOf, type LinkClicks, type UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { messageIdOf } from '../input/path.js'
import { broadcastClickRoutes, linkClickRoutes } from './click-routes.js'

type ClickUseCases = Pick<
  UseCases,
  | 'readClicks'
  | 'listLinks'
  | 'readLinkStats'
  | 'listLinkRecipients'
  | 'readBroadcastClicks'
  | 'listBroadcastClickRecipients'
>

/** The clicks on the tracking links of an account: by message, by link and by broadcast. */
export function clickRoutes(useCases: ClickUseCases): Route[] {
  const own = { bucket: 'messagingRead', accountOf: (_req: Request, res: Response) => accountOf(res) } as const
  return [
    messageRoute(useCases),
    ...linkClickRoutes(useCases, { path: '/links', ...own }),
    ...BROADCAST_KINDS.flatMap((kind) =>
      broadcastClickRoutes(useCases, { path: `/messaging/${kind}`, kindOf: () => kind, ...own }),
    ),
  ]
}

function messageRoute({ readClicks }: ClickUseCases): Route {
  return {
    method: 'get',
    path: '/messaging/message/:messageId/clicks',
    bucket: 'messagingRead',
    handle: async (req, res) => {
      const links = await readClicks.execute({ account: accountOf(res), id: messageIdOf(req) })
      res.json({ results: links.map(linkResponse) })
    },
  }
}

/** A link that was sent in a message has a code. */
function linkResponse({ link, code, people, bots, repeats, firstAt, lastAt, clicks }: LinkClicks) {
  return {
    link,
    url: urlOf({ link, code: code! }),
    people,
    bots,
    repeats,
    firstClickedAt: firstAt ?? undefined,
    lastClickedAt: lastAt ?? undefined,
    clicks: clicks.map(({ at, visitor, agent }) => ({ at, visitor, agent: agent ?? undefined })),
  }
}
