import type {
  AccountId,
  BroadcastId,
  Occurrence,
  Page,
  PageRequest,
  Schedule,
  ScheduleId,
  ScheduleQuery,
  ScheduleStore,
  Send,
  SendId,
} from '@carillon/core'
import { pageOf } from '../sql/page-of.js'
import { byPlacement } from '../placements/by-placement.js'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { rowsOf, type Database } from '../sql/sql.js'
import { filterBindings, counting, listing, listingBackward, listingLast } from './schedule-list.js'
import {
  fromRow,
  fromSendRow,
  SCHEDULE_COLUMNS,
  SEND_COLUMNS,
  toRow,
  toSendRow,
  type ScheduleRow,
  type SendRow,
} from './schedule-row.js'

export class PostgresScheduleStore implements ScheduleStore {
  constructor(private readonly trx: Database) {}

  async add(schedule: Schedule): Promise<boolean> {
    return (await preparedCountOf(this.trx, ADD, toRow(schedule))) === 1
  }

  async find(account: AccountId, id: ScheduleId): Promise<Schedule | null> {
    const [row] = await preparedRowsOf<ScheduleRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async accountOf(id: ScheduleId): Promise<AccountId | null> {
    const [row] = await rowsOf<Pick<ScheduleRow, 'account_id'>>(this.trx, ACCOUNT_OF, { id })
    return row?.account_id ?? null
  }

  async lock(account: AccountId, id: ScheduleId): Promise<Schedule | null> {
    const [row] = await preparedRowsOf<ScheduleRow>(this.trx, `${FIND} for update`, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async save(schedule: Schedule): Promise<void> {
    await preparedCountOf(this.trx, SAVE, toRow(schedule))
  }

  async remove(account: AccountId, id: ScheduleId): Promise<void> {
    await preparedCountOf(this.trx, REMOVE_SENDS, { account, id })
    await preparedCountOf(this.trx, REMOVE, { account, id })
  }

  async list(account: AccountId, query: ScheduleQuery): Promise<Page<Schedule>> {
    const { page, limit } = query
    const [total] = await rowsOf<{ count: number }>(this.trx, counting(query), filterBindings(account, query))
    const { count } = total!
    const offset = (page - 1) * limit
    const length = Math.min(limit, count - offset)
    const results = length > 0 ? await this.stretch(account, query, { count, offset, length }) : []
    return { page, limit, totalCount: count, results }
  }

  async after(account: AccountId, id: ScheduleId | null, limit: number): Promise<readonly Schedule[]> {
    return (await rowsOf<ScheduleRow>(this.trx, AFTER, { account, above: id ?? '', limit })).map(fromRow)
  }

  async addSends(sends: readonly Send[]): Promise<void> {
    for (const some of byPlacement(this.trx, sends)) {
      const accounts = some.map(({ account }) => account)
      await preparedCountOf(this.trx, ADD_SENDS, { accounts, ...SENDS.of(some.map(toSendRow)) })
    }
  }

  async saveSend({ account, id, status, reason }: Send): Promise<void> {
    await preparedCountOf(this.trx, SAVE_SEND, { account, id, status, reason })
  }

  async findSend(account: AccountId, id: SendId): Promise<Send | null> {
    const [row] = await preparedRowsOf<SendRow>(this.trx, FIND_SEND, { account, id })
    return row === undefined ? null : fromSendRow(row)
  }

  async sendsOf(account: AccountId, schedule: ScheduleId, { wall, instant }: Occurrence): Promise<readonly Send[]> {
    const bounds = {
      from: new Date(instant.getTime() - ZONES_APART_MS),
      until: new Date(instant.getTime() + ZONES_APART_MS),
    }
    const bindings = { account, schedule, wall, instant, ...bounds }
    return (await preparedRowsOf<SendRow>(this.trx, SENDS_OF, bindings)).map(fromSendRow)
  }

  async planned(account: AccountId, schedule: ScheduleId): Promise<readonly Send[]> {
    return (await preparedRowsOf<SendRow>(this.trx, PLANNED, { account, schedule })).map(fromSendRow)
  }

  async running(account: AccountId, schedule: ScheduleId): Promise<readonly BroadcastId[]> {
    const rows = await preparedRowsOf<{ id: BroadcastId }>(this.trx, RUNNING, { account, schedule })
    return rows.map(({ id }) => id)
  }

  listSends(account: AccountId, schedule: ScheduleId, page: PageRequest): Promise<Page<Send>> {
    const bindings = { account, schedule }
    return pageOf(this.trx, { counting: COUNT_SENDS, listing: LIST_SENDS, bindings, fromRow: fromSendRow }, page)
  }

  /**
   * Pages that are nearer to the end are read from the end. An index that is read backward begins with the schedules
   * without a next occurrence. So for `-nextScheduledFor`, those with a next occurrence are read first. If the page
   * reaches the others, they are read separately and from their end, because their starting position is not known.
   */
  private async stretch(account: AccountId, query: ScheduleQuery, { count, offset, length }: Stretch) {
    const read = async (sql: string, range: { readonly limit: number; readonly offset: number }) => {
      const rows = await rowsOf<ScheduleRow>(this.trx, sql, { ...filterBindings(account, query), ...range })
      return rows.map(fromRow)
    }
    const { sort } = query
    const left = count - offset - length
    if (sort !== '-nextScheduledFor') {
      if (offset <= left) return read(listing(query), { limit: length, offset })
      return (await read(listingBackward({ ...query, sort }), { limit: length, offset: left })).reverse()
    }
    const first = await read(listing(query), { limit: length, offset })
    const missing = length - first.length
    if (missing === 0) return first
    const last = await read(listingLast(query), { limit: missing, offset: left })
    return [...first, ...last.reverse()]
  }
}

type Stretch = { readonly count: number; readonly offset: number; readonly length: number }

const ADD = `
  insert into schedule (${SCHEDULE_COLUMNS}
  )
  values (
    :account_id, :id, :status, :timing, :from_number, :body, :template_id, :smart_encoding, :audience, :timetable, :waves, :canary,
    :next_wall, :next_at, :next_begins_at, :next_is_open, :revision, :started, :skipped, :has_sent, :created_at, :updated_at
  )
  on conflict (account_id, id) do nothing`

const FIND = `select ${SCHEDULE_COLUMNS} from schedule where account_id = :account and id = :id`

const ACCOUNT_OF = 'select account_id from schedule where id = :id'

const SAVE = `
  update schedule
     set status = :status, timing = :timing, from_number = :from_number, body = :body, template_id = :template_id,
         smart_encoding = :smart_encoding, audience = :audience, timetable = :timetable, waves = :waves, canary = :canary,
         next_wall = :next_wall, next_at = :next_at, next_begins_at = :next_begins_at, next_is_open = :next_is_open, revision = :revision, started = :started, skipped = :skipped,
         has_sent = :has_sent,
         updated_at = :updated_at
   where account_id = :account_id and id = :id`

const REMOVE_SENDS = 'delete from schedule_send where account_id = :account and schedule_id = :id'
const REMOVE = 'delete from schedule where account_id = :account and id = :id'

const AFTER = `
  select ${SCHEDULE_COLUMNS}
    from schedule
   where account_id = :account and id > :above and status <> 'ended'
   order by id
   limit :limit`

const SENDS = recordset<ReturnType<typeof toSendRow>>('send', SEND_COLUMNS)

const SEND_COLUMN_LIST = Object.keys(SEND_COLUMNS).join(', ')

const ADD_SENDS = `
  insert into schedule_send (${SEND_COLUMN_LIST})
  select send.* from ${SENDS.sql}`

const SAVE_SEND = `
  update schedule_send set status = :status, reason = :reason where account_id = :account and id = :id`

const FIND_SEND = `select ${SEND_COLUMN_LIST} from schedule_send where account_id = :account and id = :id`

/** More than the difference between the clocks of any two zones. It bounds the search, so that an index can be used. */
const ZONES_APART_MS = 48 * 3_600_000

const SENDS_OF = `
  select ${SEND_COLUMN_LIST}
    from schedule_send
   where account_id = :account and schedule_id = :schedule and occurrence between :from and :until
     and (occurrence = :instant or wall = :wall)
   order by id`

const PLANNED = `
  select ${SEND_COLUMN_LIST}
    from schedule_send
   where account_id = :account and schedule_id = :schedule and status = 'planned'
   order by id`

const RUNNING = `
  select id
    from broadcast
   where account_id = :account and schedule_id = :schedule and completed_at is null
     and status <> 'canceled'
   order by id`

const BEGUN_SENDS = `from schedule_send where account_id = :account and schedule_id = :schedule and status <> 'planned'`

const COUNT_SENDS = `select count(*)::integer as count ${BEGUN_SENDS}`

const LIST_SENDS = `
  select ${SEND_COLUMN_LIST} ${BEGUN_SENDS}
   order by scheduled_for desc, id desc
   limit :limit offset :offset`
