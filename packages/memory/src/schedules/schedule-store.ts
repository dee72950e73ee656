import {
  timingOf,
  type AccountId,
  type Occurrence,
  type PageRequest,
  type Schedule,
  type ScheduleId,
  type ScheduleQuery,
  type ScheduleSort,
  type ScheduleStore,
  type Send,
  type SendId,
} from '@carillon/core'
import { by, downward, pageOf } from '../tables/order.js'
import { schedulePart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

type Used = 'schedules' | 'scheduleSends' | 'sendsBySchedule' | 'broadcasts' | 'broadcastsBySchedule'

export class MemoryScheduleStore implements ScheduleStore {
  constructor(private readonly tables: Pick<Tables, Used>) {}

  async add(schedule: Schedule) {
    if (this.tables.schedules.has(schedule)) return false
    this.tables.schedules.put(schedule)
    return true
  }

  async find(account: AccountId, id: ScheduleId) {
    return this.tables.schedules.get(account, id) ?? null
  }

  async accountOf(id: ScheduleId) {
    return this.tables.schedules.partWith(id) as AccountId | null
  }

  lock(account: AccountId, id: ScheduleId) {
    return this.find(account, id)
  }

  async save(schedule: Schedule) {
    const before = await this.find(schedule.account, schedule.id)
    if (before !== null) this.tables.schedules.put({ ...schedule, createdAt: before.createdAt })
  }

  async remove(account: AccountId, id: ScheduleId) {
    for (const send of this.sends(account, id)) {
      this.tables.scheduleSends.remove(account, send.id)
      this.tables.sendsBySchedule.remove(schedulePart(send), send.id)
    }
    this.tables.schedules.remove(account, id)
  }

  async list(account: AccountId, query: ScheduleQuery) {
    const found = this.tables.schedules.of(account).filter(filterOf(query))
    return pageOf(inOrder(found, query.sort), query)
  }

  async after(account: AccountId, id: ScheduleId | null, limit: number) {
    const open = this.tables.schedules.of(account).filter(({ status }) => status !== 'ended')
    const above = open.filter((schedule) => id === null || schedule.id > id)
    return above.sort(by((schedule) => schedule.id)).slice(0, limit)
  }

  async addSends(sends: readonly Send[]) {
    for (const send of sends) this.putSend(send)
  }

  async saveSend({ account, id, status, reason }: Send) {
    const before = await this.findSend(account, id)
    if (before !== null) this.putSend({ ...before, status, reason })
  }

  async findSend(account: AccountId, id: SendId) {
    return this.tables.scheduleSends.get(account, id) ?? null
  }

  async sendsOf(account: AccountId, schedule: ScheduleId, { wall, instant }: Occurrence) {
    return this.sends(account, schedule).filter(
      (send) => send.wall === wall || send.occurrence.getTime() === instant.getTime(),
    )
  }

  async planned(account: AccountId, schedule: ScheduleId) {
    return this.sends(account, schedule).filter(({ status }) => status === 'planned')
  }

  async running(account: AccountId, schedule: ScheduleId) {
    const made = this.tables.broadcastsBySchedule.of(schedulePart({ account, schedule }))
    const own = made.flatMap(({ broadcast }) => this.tables.broadcasts.get(account, broadcast) ?? [])
    const running = own.filter(({ status, completedAt }) => status !== 'canceled' && completedAt === null)
    return running.map(({ id }) => id).sort(by((id) => id))
  }

  async listSends(account: AccountId, schedule: ScheduleId, page: PageRequest) {
    const begun = this.sends(account, schedule).filter(({ status }) => status !== 'planned')
    return pageOf(begun.sort(LATEST_FIRST), page)
  }

  /** Sorted by id. */
  private sends(account: AccountId, schedule: ScheduleId): Send[] {
    return this.tables.sendsBySchedule.of(schedulePart({ account, schedule })).toSorted(by(({ id }) => id))
  }

  private putSend(send: Send) {
    this.tables.scheduleSends.put(send)
    this.tables.sendsBySchedule.put(send)
  }
}

const LATEST_FIRST = downward<Send>(
  by(
    ({ scheduledFor }) => scheduledFor,
    ({ id }) => id,
  ),
)

function filterOf({ statuses, timings, nextFrom, nextTo }: ScheduleQuery) {
  return ({ status, timetable, next }: Schedule) =>
    (statuses === null || statuses.includes(status)) &&
    (timings === null || timings.includes(timingOf(timetable))) &&
    (nextFrom === null || (next !== null && next.instant >= nextFrom)) &&
    (nextTo === null || (next !== null && next.instant <= nextTo))
}

/** Schedules without a sort key come last, in both directions. */
function inOrder(schedules: readonly Schedule[], sort: ScheduleSort): readonly Schedule[] {
  const keyOf = ({ next, createdAt }: Schedule) => (sort.endsWith('createdAt') ? createdAt : (next?.instant ?? null))
  const upward = by<Schedule>(
    (schedule) => keyOf(schedule) ?? 0,
    ({ id }) => id,
  )
  const order = sort.startsWith('-') ? downward(upward) : upward
  const [having, without] = [true, false].map((has) => schedules.filter((one) => (keyOf(one) !== null) === has))
  return [...having!.sort(order), ...without!.sort(order)]
}
