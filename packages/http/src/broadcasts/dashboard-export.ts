import { BROADCAST_KINDS, type UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { parameterOf } from '../input/path.js'
import { broadcastMessagesRoute, EXPORTS_MAX } from './broadcast-messages.js'
import { createSharedSemaphore } from './semaphore.js'

type ExportUseCases = Pick<UseCases, 'listBroadcastMessages' | 'exportBroadcastMessages'>

/** The messages of a broadcast or batch as a file that a link can download: a link cannot ask for CSV by a header. */
export function broadcastExportRoutes(useCases: ExportUseCases): Route[] {
  const exports = createSharedSemaphore(EXPORTS_MAX)
  const [broadcast, batch] = BROADCAST_KINDS.map((kind) => broadcastMessagesRoute(kind, useCases, exports))
  return [
    {
      method: 'get',
      path: '/accounts/:account/messaging/broadcasts/:broadcastId/messages.csv',
      handle: async (req, res) => {
        req.headers.accept = 'text/csv'
        const route = parameterOf(req, 'broadcastId').startsWith('bat_') ? batch! : broadcast!
        await route.handle(req, res)
      },
    },
  ]
}
