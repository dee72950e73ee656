import {
  todayIn,
  type AccountId,
  type Counted,
  type CountedOfDay,
  type DaySpan,
  type StatisticsStore,
  type TimeZone,
} from '@carillon/core'
import type { Tables } from '../tables/tables.js'

export class MemoryStatisticsStore implements StatisticsStore {
  private lastPlace = 0

  constructor(private readonly tables: Pick<Tables, 'statisticChanges' | 'statisticDays'>) {}

  async count(account: AccountId, counted: readonly Counted[]) {
    for (const one of counted) {
      if (one.count !== 0) this.tables.statisticChanges.put({ ...one, account, place: ++this.lastPlace })
    }
  }

  async fold(account: AccountId, zone: TimeZone, limit: number) {
    const some = this.tables.statisticChanges.of(account).slice(0, limit)
    for (const { place, ...change } of some) {
      this.tables.statisticChanges.remove(account, String(place))
      const { statistic, detail, day, count } = ofDay(change, zone)
      const before = this.tables.statisticDays.of(account).find((one) => isOf(one, { statistic, detail, day }))
      this.tables.statisticDays.put({ account, statistic, detail, day, count: (before?.count ?? 0) + count })
    }
    return some.length
  }

  async days(account: AccountId, zone: TimeZone, { from, to }: DaySpan) {
    const folded = this.tables.statisticDays
      .of(account)
      .map(({ statistic, detail, day, count }) => ({ statistic, detail, day, count }))
    const changes = this.tables.statisticChanges.of(account).map((change) => ofDay(change, zone))
    return [...folded, ...changes].filter(({ day }) => day >= from && day <= to)
  }
}

function ofDay({ statistic, detail, at, count }: Counted, zone: TimeZone): CountedOfDay {
  return { statistic, detail, day: todayIn(zone, at), count }
}

type Place = Pick<CountedOfDay, 'statistic' | 'detail' | 'day'>

function isOf(one: Place, other: Place): boolean {
  return one.statistic === other.statistic && one.detail === other.detail && one.day === other.day
}
