import type { Account } from '../../model/accounts/account.js'
import { daySpanOf, withoutGaps, type ClickDay } from '../../model/links/click-day.js'
import { NO_CLICKS, type ClickTotals, type RecipientClicks } from '../../model/links/click.js'
import { isTrackingLink, type TrackingLink } from '../../model/links/tracking-link.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { Page, PageRequest } from '../../values/page.js'

export type ReadLinkStatsInput = LinkName & {
  /** The first and the last day to report, `YYYY-MM-DD`; null for the last thirty days. */
  readonly from: string | null
  readonly to: string | null
}

export type LinkStats = {
  readonly link: string
  /** Null if the link is no longer registered. */
  readonly target: string | null
  /** The number of URLs that were sent, including URLs in messages that have since been deleted. */
  readonly sent: number
  /** Totals of all days, including days that are not in `days`. */
  readonly totals: ClickTotals
  /** All days of the report in order, including days without clicks. */
  readonly days: readonly ClickDay[]
}

/** Reads the clicks on a link, day by day. */
export class ReadLinkStats {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork; readonly clock: Clock }) {}

  async execute({ from, to, ...name }: ReadLinkStatsInput): Promise<LinkStats> {
    const span = daySpanOf({ from, to }, this.deps.clock.now())
    const { account, link } = name
    return this.deps.unitOfWork.run(async (stores) => {
      const registered = await requireLink(stores, name)
      const { clicks } = stores
      return {
        link,
        target: registered?.target ?? null,
        sent: await clicks.sentOf(account.id, link),
        totals: (await clicks.totalsOf(account.id, [link])).get(link) ?? NO_CLICKS,
        days: withoutGaps(await clicks.days(account.id, link, span), span),
      }
    })
  }
}

/** A link of an account, as a client names it in a request. */
export type LinkName = {
  readonly account: Account
  /** Not validated: may be any text. */
  readonly link: string
}

/** The registered link, or null if it is no longer registered but has counts. Any other link is not found. */
async function requireLink(
  { trackingLinks, clicks }: Pick<Stores, 'trackingLinks' | 'clicks'>,
  { account, link }: LinkName,
): Promise<TrackingLink | null> {
  if (isTrackingLink(link)) {
    const registered = (await trackingLinks.findAll([link])).get(link)
    if (registered?.account === account.id) return registered
    if (await clicks.knows(account.id, link)) return null
  }
  throw new DomainError('tracking-link-not-found', 'This account does not have this tracking link')
}

/** Lists the recipients who followed a link that was sent to them, by time of their first click, newest first. */
export class ListLinkRecipients {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  execute({ page, limit, ...name }: LinkName & PageRequest): Promise<Page<RecipientClicks>> {
    return this.deps.unitOfWork.run(async (stores) => {
      await requireLink(stores, name)
      return stores.clicks.recipientsOf(name.account.id, name.link, { page, limit })
    })
  }
}

/** A registered link, and its clicks since it was first sent. */
export type FollowedLink = Pick<TrackingLink, 'link' | 'target'> & ClickTotals

/** Lists the registered links, sorted by link. */
export class ListLinks {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  execute({ account, ...query }: PageRequest & { readonly account: Account }): Promise<Page<FollowedLink>> {
    const { page, limit } = query
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
