import type { AccountId, ScheduleQuery } from '@carillon/core'
import type { Bindings } from '../sql/sql.js'

type Filters = Pick<ScheduleQuery, 'statuses' | 'timings' | 'nextFrom' | 'nextTo'>

export function filterBindings(account: AccountId, { statuses, timings, nextFrom, nextTo }: Filters): Bindings {
  return { account, statuses, timings, nextFrom, nextTo }
}

export function counting(filters: Filters): string {
  return `select count(*)::integer as count ${matching(filters)}`
}

/** Uses the index for the sort order. For `-nextScheduledFor`, lists only schedules with a next occurrence. */
export function listing({ sort, ...filters }: Filters & Pick<ScheduleQuery, 'sort'>): string {
  const isPartial = sort === '-nextScheduledFor'
  return inOrder(`${found(filters)}${isPartial ? ' and next_at is not null' : ''}`, ORDERS[sort])
}

/** Reads the same list from its end, for pages that are nearer to the end. */
export function listingBackward({ sort, ...filters }: Filters & { readonly sort: WholeSort }): string {
  return inOrder(found(filters), BACKWARD[sort])
}

/** A sort order that one index covers completely. */
export type WholeSort = Exclude<ScheduleQuery['sort'], '-nextScheduledFor'>

/** Schedules without a next occurrence, in ascending order. */
export function listingLast(filters: Filters): string {
  return inOrder(`${found(filters)} and next_at is null`, ORDERS.nextScheduledFor)
}

const ORDERS = {
  nextScheduledFor: ['next_at', 'id'],
  '-nextScheduledFor': ['next_at desc', 'id desc'],
  createdAt: ['created_at', 'id'],
  '-createdAt': ['created_at desc', 'id desc'],
} as const

const BACKWARD = {
  nextScheduledFor: ORDERS['-nextScheduledFor'],
  createdAt: ORDERS['-createdAt'],
  '-createdAt': ORDERS.createdAt,
} as const satisfies Record<WholeSort, readonly string[]>

/** An ended schedule has no next occurrence: the condition on `next_at` lets the index skip schedules that have one. */
function found(filters: Filters): string {
  const { statuses } = filters
  const areEnded = statuses !== null && statuses.every((status) => status === 'ended')
  return `${matching(filters)}${areEnded ? ' and next_at is null' : ''}`
}

/** Applies only the filters that were requested. */
function matching({ statuses, timings, nextFrom, nextTo }: Filters): string {
  const conditions = [
    'account_id = :account',
    ...(statuses === null ? [] : ['status = any (:statuses::text[])']),
    ...(timings === null ? [] : ['timing = any (:timings::text[])']),
    ...(nextFrom === null ? [] : ['next_at >= :nextFrom']),
    ...(nextTo === null ? [] : ['next_at <= :nextTo']),
  ]
  return `from schedule where ${conditions.join(' and ')}`
}

/** Finds the page with the index only, however far down it is, and then reads only the rows of that page. */
function inOrder(matching: string, order: readonly string[]): string {
  return `
    select schedule.*
      from (select account_id, id ${matching} order by ${order.join(', ')} limit :limit offset :offset) as found
      join schedule on schedule.account_id = found.account_id and schedule.id = found.id
     order by ${order.map((key) => `schedule.${key}`).join(', ')}`
}
