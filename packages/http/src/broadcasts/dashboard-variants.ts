import type { UseCases, ZoneVariant } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { parameterOf } from '../input/path.js'
import { viewResponse } from './broadcasts.js'

/** How a broadcast or batch is spread over time: by time zone, or in waves. */
export function broadcastVariantRoutes({ readBroadcastVariants }: Pick<UseCases, 'readBroadcastVariants'>): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:account/messaging/broadcasts/:broadcastId/variants',
      handle: async (req, res) => {
        const named = { account: accountOf(res), id: parameterOf(req, 'broadcastId') }
        const { zones, waves } = await readBroadcastVariants.execute(named)
        res.json({ zones: zones.map(zoneResponse), waves: waves ?? undefined })
      },
    },
  ]
}

/** `undefined` fields are omitted from the JSON. */
function zoneResponse({ zone, scheduledFor, status, reason, broadcast }: ZoneVariant) {
  return {
    zone,
    scheduledFor,
    status,
    reason: reason ?? undefined,
    broadcast: broadcast === null ? undefined : viewResponse(broadcast),
  }
}
