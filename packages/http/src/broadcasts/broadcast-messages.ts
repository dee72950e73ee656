import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MESSAGE_STATUSES, oneOf, type BroadcastKind, type MessageStatus, type UseCases } from '@carillon/core'
import type { Request } from 'express'
import { accountOf } from '../api/context.js'
import { unavailable } from '../api/problem.js'
import type { Route } from '../api/route.js'
import { SPREADSHEET } from '../contact-imports/csv-record.js'
import { parameterOf } from '../input/path.js'
import { PageQuery, pageRequestOf, Parameter, readQuery } from '../input/query.js'
import { LINE_TYPES, linesOf, type LineType } from '../messages/message-lines.js'
import { messageResponse } from '../messages/messages.js'
import type { SharedSemaphore } from './semaphore.js'

export type BroadcastMessagesUseCases = Pick<UseCases, 'listBroadcastMessages' | 'exportBroadcastMessages'>

/** Limits concurrent exports: each keeps a chunk of messages in memory until its client has read it. */
export const EXPORTS_MAX = { count: 8, ownerMax: 2 }
/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 30_000
const RETRY_AFTER_SECONDS = 5

/** A page of the messages, or a file with all of them, which is produced only as fast as the client reads it. */
export function broadcastMessagesRoute(
  kind: BroadcastKind,
  useCases: BroadcastMessagesUseCases,
  exports: SharedSemaphore,
): Route {
  const { listBroadcastMessages, exportBroadcastMessages } = useCases
  return {
    method: 'get',
    path: `/messaging/${kind}/:broadcastId/messages`,
    bucket: 'messagingRead',
    handle: async (req, res) => {
      const { status, spreadsheet, ...page } = readQuery(req, BroadcastMessagesQuery)
      const id = parameterOf(req, 'broadcastId')
      const query = { account: accountOf(res), kind, id, status: status || null }
      res.vary('Accept')
      const type = lineTypeOf(req)
      if (type === null) {
        const found = await listBroadcastMessages.execute({ ...query, ...pageRequestOf(page) })
        res.json({ ...found, results: found.results.map(messageResponse) })
        return
      }
      const { id: owner } = query.account
      if (exports.isFullFor(owner)) throw tooManyFiles()
      await exports.use(owner, async () => {
        const lines = await linesOf({ type, spreadsheet }, exportBroadcastMessages.execute(query))
        res.attachment(`${id}.${type === 'text/csv' ? 'csv' : 'ndjson'}`).type(type)
        res.setTimeout(STALLED_MS, () => res.destroy())
        if (req.method === 'HEAD') res.end()
        else await pipeline(Readable.from(lines), res)
      })
    },
  }
}

/** The media types, with and without the charset. */
const OFFERED = ['application/json', ...LINE_TYPES, ...LINE_TYPES.map((type) => `${type};charset=utf-8`)]

/** Null when the client prefers JSON. */
function lineTypeOf(req: Request): LineType | null {
  const accepted = req.accepts(OFFERED) || ''
  return LINE_TYPES.find((type) => accepted.startsWith(type)) ?? null
}

function tooManyFiles() {
  const { count, ownerMax } = EXPORTS_MAX
  const message = `Too many files are being written: at most ${ownerMax} at a time for an account and ${count} in all`
  return unavailable(message, RETRY_AFTER_SECONDS)
}

class BroadcastMessagesQuery extends PageQuery {
  @Parameter(oneOf(MESSAGE_STATUSES)) status?: MessageStatus | ''
  @Parameter(SPREADSHEET) spreadsheet?: string
}
