import type { FoundBroadcast, UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { parameterOf } from '../input/path.js'

export function broadcastRoutes({ findAnyBroadcast }: Pick<UseCases, 'findAnyBroadcast'>): Route[] {
  return [
    {
      method: 'get',
      path: '/broadcasts/:broadcastId',
      handle: async (req, res) => {
        res.json(foundResponse(await findAnyBroadcast.execute({ id: parameterOf(req, 'broadcastId') })))
      },
    },
  ]
}

/** An operator sees the progress of a broadcast, but not its content. */
function foundResponse({ account, messagesPerSecond, partsPerMessage, broadcast }: FoundBroadcast) {
  const { id, from, pool, totalRecipients, status, createdAt, counts, startedAt, completedAt, retriedAs } = broadcast
  const { pausedAt, pausedBecause } = broadcast
  return {
    ...{ id, account, from, totalRecipients, status, createdAt, counts },
    pool: pool ?? undefined,
    startedAt: startedAt ?? undefined,
    pausedAt: pausedAt ?? undefined,
    pausedBecause: pausedBecause ?? undefined,
    completedAt: completedAt ?? undefined,
    retriedAs: retriedAs ?? undefined,
    messagesPerSecond: messagesPerSecond ?? undefined,
    partsPerMessage: partsPerMessage ?? undefined,
  }
}
