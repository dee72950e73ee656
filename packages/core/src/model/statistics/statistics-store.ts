import type { AccountId } from '../../values/ids.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { DaySpan } from '../links/click-day.js'
import type { Counted, CountedOfDay } from './statistic.js'

/**
 * Counts are appended by the transaction of what they count, which waits for nobody, and are moved to the totals of
 * their days later.
 */
export interface StatisticsStore {
  /** Appends the counts; a count of 0 is omitted. */
  count(account: AccountId, counted: readonly Counted[]): Promise<void>
  /**
   * Moves up to `limit` appended counts to their days in the zone, and returns how many it has moved: 0 also if another
   * transaction is moving counts of the account.
   */
  fold(account: AccountId, zone: TimeZone, limit: number): Promise<number>
  /**
   * The counts of the days, with those that are not moved yet, which belong to their days in the zone. In no order, and
   * a day may have several counts of one kind.
   */
  days(account: AccountId, zone: TimeZone, span: DaySpan): Promise<readonly CountedOfDay[]>
}
