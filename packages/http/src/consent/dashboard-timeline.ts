import type { TimelineEntry, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { changeResponse } from './consent.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { phoneOf } from '../input/path.js'
import { readQuery } from '../input/query.js'
import { messageResponse } from '../messages/messages.js'

export function timelineRoutes({ readTimeline }: Pick<UseCases, 'readTimeline'>): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:account/contacts/by-phone/:phoneNumber/timeline',
      handle: async (req, res) => {
        const step = cursorRequestOf(readQuery(req, CursorQuery))
        const page = await readTimeline.execute({ account: accountOf(res), phone: phoneOf(req), ...step })
        res.json(cursorPageOf(page, entryResponse))
      },
    },
  ]
}

/** `undefined` fields are omitted from the JSON. */
function entryResponse(entry: TimelineEntry) {
  const { kind, at } = entry
  if (kind === 'consent') return { kind, at, change: changeResponse(entry.change) }
  const { message, purpose, clicks } = entry
  return { kind, at, message: messageResponse(message), purpose, clicks: clicks.map(clicksResponse) }
}

function clicksResponse({ link, people, bots, firstAt, lastAt }: (TimelineEntry & { kind: 'text' })['clicks'][number]) {
  return { link, people, bots, firstClickedAt: firstAt ?? undefined, lastClickedAt: lastAt ?? undefined }
}
