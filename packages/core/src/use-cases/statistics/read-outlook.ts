import type { Account } from '../../model/accounts/account.js'
import type { CreditAmounts, CreditBalance } from '../../model/credits/ledger.js'
import { daysLeft, PACE_DAYS, paceOf } from '../../model/statistics/outlook.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DAY_MS, addMs } from '../../values/time/instant.js'
import { todayIn, utcDayOf } from '../../values/time/wall-clock.js'

export type Outlook = {
  readonly credits: CreditBalance
  /** What a day has cost on average in the last seven days. */
  readonly perDay: CreditAmounts
  /** Null: nothing is spent. */
  readonly daysLeft: { readonly sms: number | null; readonly mms: number | null }
  /** The quota of the UTC day; null without a quota. */
  readonly quota: { readonly limit: number; readonly used: number; readonly resetsAt: Date } | null
}

/** How long the credits and the quota of an account last. */
export class ReadOutlook {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork; readonly clock: Clock }) {}

  execute({ account }: { readonly account: Account }): Promise<Outlook> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run((stores) => outlookOf(stores, account, now))
  }
}

export async function outlookOf(
  { credits, statistics }: Pick<Stores, 'credits' | 'statistics'>,
  { id, timezone, dailyMessageQuota: limit, createdAt }: Account,
  now: Date,
): Promise<Outlook> {
  const span = { from: todayIn(timezone, addMs(now, -(PACE_DAYS - 1) * DAY_MS)), to: todayIn(timezone, now) }
  const balance = await credits.balance(id)
  const counted = await statistics.days(id, timezone, span)
  const spentOn = (unit: string) =>
    counted
      .filter(({ statistic, detail }) => statistic === 'spent' && detail === unit)
      .reduce((sum, { count }) => sum + count, 0)
  const perDay = paceOf({ sms: spentOn('sms'), mms: spentOn('mms') }, { createdAt, now })
  const quota =
    limit === null ? null : { limit, used: await credits.acceptedOn(id, utcDayOf(now)), resetsAt: nextUtcDay(now) }
  return {
    credits: balance,
    perDay,
    daysLeft: { sms: daysLeft(balance.sms, perDay.sms), mms: daysLeft(balance.mms, perDay.mms) },
    quota,
  }
}

function nextUtcDay(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)
}
