import { CONTACT_FILTER, type ContactFilterInput, type FilterCount, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import type { BulkReader } from '../broadcasts/bulk-body.js'
import { readBody } from '../input/body.js'
import { Must } from '../input/checks.js'

export class FilterCountFields {
  @Must(CONTACT_FILTER) filter!: ContactFilterInput
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
