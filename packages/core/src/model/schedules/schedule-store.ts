import type { AccountId, BroadcastId, ScheduleId, SendId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Occurrence } from './occurrences.js'
import type { Schedule, ScheduleStatus } from './schedule.js'
import type { Send } from './send.js'
import type { Timing } from './timetable.js'

export type ScheduleQuery = PageRequest & {
  /** Any of these; null for all. */
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
  /** For an operator, who has only the id. */
  accountOf(id: ScheduleId): Promise<AccountId | null>
  /** Locks the schedule, and with it all of its sends, until the unit of work ends. */
  lock(account: AccountId, id: ScheduleId): Promise<Schedule | null>
  /** Changes everything but id, account and creation. The caller has locked the schedule. */
  save(schedule: Schedule): Promise<void>
  /** Deletes the schedule with its sends. The caller has locked the schedule. */
  remove(account: AccountId, id: ScheduleId): Promise<void>
  /**
   * In the requested order. Sorted by next occurrence, schedules without one come last in both directions. Ties are
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
  /** Broadcasts of the schedule's sends that have neither ended nor been canceled, by id. */
  running(account: AccountId, schedule: ScheduleId): Promise<readonly BroadcastId[]>
  /**
   * The newest first: by when they were scheduled for, then by id downward. Planned sends are left out.
   */
  listSends(account: AccountId, schedule: ScheduleId, page: PageRequest): Promise<Page<Send>>
}
