import type { Account } from '../../model/accounts/account.js'
import type { CreditAmounts } from '../../model/credits/ledger.js'
import type { DaySpan } from '../../model/links/click-day.js'
import { daysIn, statisticDaysOf, type CountedOfDay, type Statistic } from '../../model/statistics/statistic.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { todayIn } from '../../values/time/wall-clock.js'

export type ReadStatisticsInput = {
  readonly account: Account
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string | null
  readonly to: string | null
  /** How many days, without `from`. Default: 30. */
  readonly days?: number | null
}

/** A total, and the numbers that it consists of by their detail, without zeros. */
export type Detailed = { readonly total: number; readonly by: Readonly<Record<string, number>> }

export type DayStatistics = {
  readonly sent: number
  readonly delivered: number
  readonly failed: Detailed
  readonly received: number
  readonly optIns: Detailed
  readonly optOuts: Detailed
  readonly clicks: { readonly people: number; readonly bots: number }
  readonly creditsSpent: CreditAmounts
}

export type AccountStatistics = {
  readonly timezone: string
  /** Every day, including days on which nothing happened. */
  readonly days: readonly (DayStatistics & { readonly day: string })[]
  readonly totals: DayStatistics
}

/** What happened in an account, day by day. */
export class ReadStatistics {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork; readonly clock: Clock }) {}

  async execute({ account, from, to, days = null }: ReadStatisticsInput): Promise<AccountStatistics> {
    const span: DaySpan = statisticDaysOf({ from, to, days }, todayIn(account.timezone, this.deps.clock.now()))
    const counted = await this.deps.unitOfWork.run(({ statistics }) =>
      statistics.days(account.id, account.timezone, span),
    )
    const byDay = new Map<string, CountedOfDay[]>()
    for (const one of counted) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one])
    return {
      timezone: account.timezone,
      days: daysIn(span).map((day) => ({ day, ...summed(byDay.get(day) ?? []) })),
      totals: summed(counted),
    }
  }
}

function summed(counted: readonly CountedOfDay[]): DayStatistics {
  const detailed = (statistic: Statistic): Detailed => {
    const by = new Map<string, number>()
    for (const one of counted) {
      if (one.statistic === statistic) by.set(one.detail, (by.get(one.detail) ?? 0) + one.count)
    }
    const sorted = [...by].sort(([a], [b]) => (a < b ? -1 : 1))
    return { total: sorted.reduce((sum, [, count]) => sum + count, 0), by: Object.fromEntries(sorted) }
  }
  const clicks = detailed('click').by
  const spent = detailed('spent').by
  return {
    sent: detailed('sent').total,
    delivered: detailed('delivered').total,
    failed: detailed('failed'),
    received: detailed('received').total,
    optIns: detailed('opt_in'),
    optOuts: detailed('opt_out'),
    clicks: { people: clicks['person'] ?? 0, bots: clicks['bot'] ?? 0 },
    creditsSpent: { sms: spent['sms'] ?? 0, mms: spent['mms'] ?? 0 },
  }
}
