import { CONTACT_FILTER, type ContactFilterInput, type FilterCount, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import type { BulkReader } from '../broadcasts/bulk-body.js'
import { readBody } from '../input/body.js'
import { Must } from '../input/checks.js'
import { parameterOf } from '../input/path.js'
import { itemsResponse, schedulesResponse } from '../settings/used-by.js'

export class FilterCountFields {
  @Must(CONTACT_FILTER) filter!: ContactFilterInput
}

/** What uses a segment. It cannot be removed while anything does. */
export function segmentUseRoutes({ readSegmentUses }: Pick<UseCases, 'readSegmentUses'>): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:account/segments/:segmentId/used-by',
      handle: async (req, res) => {
        const name = { account: accountOf(res), id: parameterOf(req, 'segmentId') }
        const { schedules, segments } = await readSegmentUses.execute(name)
        res.json({ schedules: schedulesResponse(schedules), segments: itemsResponse(segments) })
      },
    },
  ]
}

/** Counts a filter while somebody composes it. */
export function filterCountRoutes(
  { countFilter }: Pick<UseCases, 'countFilter'>,
  { render }: Pick<BulkReader, 'render'>,
): Route[] {
  return [
    {
      method: 'post',
      path: '/accounts/:account/segments/count',
      handle: async (req, res) => {
        const { filter } = await readBody(req, FilterCountFields)
        const account = accountOf(res)
        const count = await render(account, () => countFilter.execute({ account, condition: filter.contact }))
        res.json(count satisfies FilterCount)
      },
    },
  ]
}
