import { urlOf, type LinkClicks } from '@carillon/core'
import type { UseCases } from '@carillon/container'
import { accountOf } from './context.js'
import { messageIdOf } from './path.js'
import type { Route } from './route.js'

export function clickRoutes({ readClicks }: Pick<UseCases, 'readClicks'>): Route[] {
  return [
    {
      method: 'get',
      path: '/messaging/message/:messageId/clicks',
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        const links = await readClicks.execute({ account: accountOf(res), id: messageIdOf(req) })
        res.json({ results: links.map(linkResponse) })
      },
    },
  ]
}

/** What went out with a message has a code. */
function linkResponse({ link, code, people, bots, firstAt, lastAt, clicks }: LinkClicks) {
  return {
    link,
    url: urlOf({ link, code: code! }),
    people,
    bots,
    firstClickedAt: firstAt ?? undefined,
    lastClickedAt: lastAt ?? undefined,
    clicks: clicks.map(({ at, visitor, agent }) => ({ at, visitor, agent: agent ?? undefined })),
  }
}
