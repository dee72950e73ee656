import type { PoolView, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { parameterOf } from '../input/path.js'
import { schedulesResponse } from './used-by.js'

const POOLS = '/accounts/:account/pools'

/** What pools are made of, and what uses them. A change of the settings declares them. */
export function poolRoutes({ listPools, readPoolUses }: Pick<UseCases, 'listPools' | 'readPoolUses'>): Route[] {
  return [
    {
      method: 'get',
      path: POOLS,
      handle: async (_req, res) => {
        const pools = await listPools.execute({ account: accountOf(res) })
        res.json({ results: pools.map(poolResponse) })
      },
    },
    {
      method: 'get',
      path: `${POOLS}/:poolId/used-by`,
      handle: async (req, res) => {
        const schedules = await readPoolUses.execute({ account: accountOf(res), pool: parameterOf(req, 'poolId') })
        res.json({ schedules: schedulesResponse(schedules) })
      },
    },
  ]
}

function poolResponse({ pool: { id, name }, messagesPerSecond, numbers }: PoolView) {
  return { id, name, messagesPerSecond, numbers }
}
