import { CONTACT_FILTER, type ContactFilterInput, type FilterCount, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { Must } from '../input/checks.js'

export class FilterCountFields {
  @Must(CONTACT_FILTER) filter!: ContactFilterInput
}

/** Counts a filter while somebody composes it. */
export function filterCountRoutes({ countFilter }: Pick<UseCases, 'countFilter'>): Route[] {
  return [
    {
      method: 'post',
      path: '/accounts/:account/segments/count',
      handle: async (req, res) => {
        const { filter } = await readBody(req, FilterCountFields)
        const count = await countFilter.execute({ account: accountOf(res), condition: filter.contact })
        res.json(count satisfies FilterCount)
      },
    },
  ]
}
