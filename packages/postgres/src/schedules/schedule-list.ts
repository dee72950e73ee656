import type { AccountId, ScheduleQuery } from '@carillon/core'
import type { Bindings } from '../sql/sql.js'

type Filters = Pick<ScheduleQuery, 'statuses' | 'timings' | 'nextFrom' | 'nextTo'>

export function filterBindings(account: AccountId, { statuses, timings, nextFrom, nextTo }: Filters): Bindings {
  return { account, statuses, timings, nextFrom, nextTo }
}

export function counting(filters: Filters): string {
  return `select count(*)::integer as count ${matching(filters)}`
}

/** In its order, as an index has it; by the next occurrence downward, only those that have one. */
export function listing({ sort, ...filters }: Filters & Pick<ScheduleQuery, 'sort'>): string {
  const isPartial = sort === '-nextScheduledFor'
  return inOrder(`${found(filters)}${isPartial ? ' and next_at is not null' : ''}`, ORDERS[sort])
}

/** The same from its end, for what is nearer to that. */
export function listingBackward({ sort, ...filters }: Filters & { readonly sort: WholeSort }): string {
  return inOrder(found(filters), BACKWARD[sort])
}

/** An order that is that of one index, from its one end to the other. */
export type WholeSort = Exclude<ScheduleQuery['sort'], '-nextScheduledFor'>

/** Those that have no next occurrence, upward. */
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

/** None that has ended has a next occurrence, so that the index leads to those, past all others. */
function found(filters: Filters): string {
  const { statuses } = filters
  const areEnded = statuses !== null && statuses.every((status) => status === 'ended')
  return `${matching(filters)}${areEnded ? ' and next_at is null' : ''}`
}

/** What is not asked for is not compared. */
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

/** The index alone tells which they are, however far on the page is; only its own rows are read. */
function inOrder(matching: string, order: readonly string[]): string {
  return `
    select schedule.*
      from (select account_id, id ${matching} order by ${order.join(', ')} limit :limit offset :offset) as found
      join schedule on schedule.account_id = found.account_id and schedule.id = found.id
     order by ${order.map((key) => `schedule.${key}`).join(', ')}`
}
