import type { AccountId, BroadcastId, ScheduleId, SendId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Occurrence } from './occurrences.js'
import type { Schedule, ScheduleStatus } from './schedule.js'
import type { Send } from './send.js'
import type { Timing } from './timetable.js'

export type ScheduleQuery = PageRequest & {
  /** Schedules with any of these values; null matches all schedules. */
  readonly statuses: readonly ScheduleStatus[] | null
  readonly timings: readonly Timing[] | null
  /** Both inclusive; a schedule without a next occurrence never matches a bound. */
  readonly nextFrom: Date | null
  readonly nextTo: Date | null
  readonly sort: ScheduleSort
}

export const SCHEDULE_SORTS = ['nextScheduledFor', '-nextScheduledFor', 'createdAt', '-createdAt'] as const
export type ScheduleSort = (typeof SCHEDULE_SORTS)[number]

export interface ScheduleStore {
  /** Returns false and changes nothing when the schedule exists already. */
  add(schedule: Schedule): Promise<boolean>
  find(account: AccountId, id: ScheduleId): Promise<Schedule | null>
  /** For operators, who know only the id of the schedule, not its account. */
  accountOf(id: ScheduleId): Promise<AccountId | null>
  /** Locks the schedule, and with it all of its sends, until the unit of work ends. */
  lock(account: AccountId, id: ScheduleId): Promise<Schedule | null>
  /** Saves everything but id, account and creation time. The caller has locked the schedule. */
  save(schedule: Schedule): Promise<void>
  /** Deletes the schedule with its sends. The caller has locked the schedule. */
  remove(account: AccountId, id: ScheduleId): Promise<void>
  /**
   * In the requested order. If sorted by next occurrence, schedules without one come last in both directions. Ties are
   * sorted by id in the same direction.
   */
  list(account: AccountId, query: ScheduleQuery): Promise<Page<Schedule>>
  /** Schedules that have not ended, by id, to iterate over all of them in steps. */
  after(account: AccountId, id: ScheduleId | null, limit: number): Promise<readonly Schedule[]>

  /** The caller has locked the schedule. */
  addSends(sends: readonly Send[]): Promise<void>
  /** Changes status and reason. The caller has locked the schedule. */
  saveSend(send: Send): Promise<void>
  findSend(account: AccountId, id: SendId): Promise<Send | null>
  /** All sends of the occurrence, or of an occurrence with the same wall clock in another zone, by id. */
  sendsOf(account: AccountId, schedule: ScheduleId, occurrence: Occurrence): Promise<readonly Send[]>
  /** The planned sends, by id. */
  planned(account: AccountId, schedule: ScheduleId): Promise<readonly Send[]>
  /** The broadcasts of the schedule's sends, sorted by id, without ended and canceled broadcasts. */
  running(account: AccountId, schedule: ScheduleId): Promise<readonly BroadcastId[]>
  /**
   * Newest first: by scheduled time, then by id, both descending. Planned sends are left out.
   */
  listSends(account: AccountId, schedule: ScheduleId, page: PageRequest): Promise<Page<Send>>
}
