import type { Account } from '../../model/accounts/account.js'
import { NO_CLICKS, type ClickTotals } from '../../model/links/click-totals.js'
import type { TrackingLink } from '../../model/links/tracking-link.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page, PageRequest } from '../../values/page.js'

/** A link that is registered, and how it was followed since it was first sent. */
export type FollowedLink = Pick<TrackingLink, 'link' | 'target'> & ClickTotals

/** Those that are registered, by link. */
export class ListLinks {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  execute({ account, ...asked }: PageRequest & { readonly account: Account }): Promise<Page<FollowedLink>> {
    const { page, limit } = asked
    return this.deps.unitOfWork.run(async ({ trackingLinks, clicks }) => {
      const all = await trackingLinks.of(account.id)
      const some = all.slice((page - 1) * limit, page * limit)
      const totals = await clicks.totalsOf(
        account.id,
        some.map(({ link }) => link),
      )
      const results = some.map(({ link, target }) => ({ link, target, ...(totals.get(link) ?? NO_CLICKS) }))
      return { page, limit, totalCount: all.length, results }
    })
  }
}
