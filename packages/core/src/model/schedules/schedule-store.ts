import type { AccountId, BroadcastId, ScheduleId, SendId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Occurrence } from './occurrences.js'
import type { Schedule, ScheduleStatus } from './schedule.js'
import type { Send } from './send.js'
import type { Timing } from './timetable.js'

export type ScheduleQuery = PageRequest & {
  /** Any of these; null is whatever. */
  readonly statuses: readonly ScheduleStatus[] | null
  readonly timings: readonly Timing[] | null
  /** Both included; one without a next occurrence is in no such span. */
  readonly nextFrom: Date | null
  readonly nextTo: Date | null
  readonly sort: ScheduleSort
}

export const SCHEDULE_SORTS = ['nextScheduledFor', '-nextScheduledFor', 'createdAt', '-createdAt'] as const
export type ScheduleSort = (typeof SCHEDULE_SORTS)[number]

export interface ScheduleStore {
  /** False, and nothing is changed, when it is there already. */
  add(schedule: Schedule): Promise<boolean>
  find(account: AccountId, id: ScheduleId): Promise<Schedule | null>
  /** For an operator, who has but the id. */
  accountOf(id: ScheduleId): Promise<AccountId | null>
  /** Holds the schedule until the unit of work ends, and with it all of its sends. */
  lock(account: AccountId, id: ScheduleId): Promise<Schedule | null>
  /** Changes everything but id, account and creation, for whoever holds it. */
  save(schedule: Schedule): Promise<void>
  /** Takes the schedule away with its sends, for whoever holds it. */
  remove(account: AccountId, id: ScheduleId): Promise<void>
  /**
   * In the order asked for; those without a next occurrence come last by it in both directions. Ties go by id, upward,
   * or downward where the order is.
   */
  list(account: AccountId, query: ScheduleQuery): Promise<Page<Schedule>>
  /** Those that have not ended, by id, for going through all of them in steps. */
  after(account: AccountId, id: ScheduleId | null, limit: number): Promise<readonly Schedule[]>

  /** For whoever holds the schedule. */
  addSends(sends: readonly Send[]): Promise<void>
  /** Changes status and reason, for whoever holds the schedule. */
  saveSend(send: Send): Promise<void>
  findSend(account: AccountId, id: SendId): Promise<Send | null>
  /** All sends of the occurrence, or of one with the same wall clock in another zone, by id. */
  sendsOf(account: AccountId, schedule: ScheduleId, occurrence: Occurrence): Promise<readonly Send[]>
  /** Those that are planned, by id. */
  planned(account: AccountId, schedule: ScheduleId): Promise<readonly Send[]>
  /** Broadcasts of the schedule's sends that have neither ended nor been canceled, by id. */
  running(account: AccountId, schedule: ScheduleId): Promise<readonly BroadcastId[]>
  /**
   * The newest first: by when they were scheduled for, then by id downward. Those that are only planned are not told.
   */
  listSends(account: AccountId, schedule: ScheduleId, page: PageRequest): Promise<Page<Send>>
}
