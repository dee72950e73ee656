import { daySpanOf, withoutGaps, type ClickDay } from '../../model/links/click-day.js'
import { NO_CLICKS, type ClickTotals } from '../../model/links/click-totals.js'
import type { Clock } from '../../ports/clock.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { theLink, type LinkName } from './the-link.js'

export type ReadLinkStatsInput = LinkName & {
  /** The first and the last day to tell of, `YYYY-MM-DD`; null for the last thirty. */
  readonly from: string | null
  readonly to: string | null
}

export type LinkStats = {
  readonly link: string
  /** Null where it is not registered any more. */
  readonly target: string | null
  /** URLs that went out, also with messages that are not kept any more. */
  readonly sent: number
  /** Of all days, also of those that are not told of. */
  readonly totals: ClickTotals
  /** One after the other, also those on which nobody came. */
  readonly days: readonly ClickDay[]
}

/** How a link was followed, day by day. */
export class ReadLinkStats {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork; readonly clock: Clock }) {}

  async execute({ from, to, ...name }: ReadLinkStatsInput): Promise<LinkStats> {
    const span = daySpanOf({ from, to }, this.deps.clock.now())
    const { account, link } = name
    return this.deps.unitOfWork.run(async (stores) => {
      const registered = await theLink(stores, name)
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
