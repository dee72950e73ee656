import {
  isoOf,
  STATISTIC_STEP_MS,
  todayIn,
  type AccountId,
  type Counted,
  type CountedOfDay,
  type DaySpan,
  type Statistic,
  type StatisticsStore,
  type TimeZone,
} from '@carillon/core'
import { randomUUID } from 'node:crypto'
import { preparedCountOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { rowsOf, run, type Database } from '../sql/sql.js'
import { takeTrimLock } from '../sql/trim-lock.js'

export class PostgresStatisticsStore implements StatisticsStore {
  constructor(private readonly trx: Database) {}

  async count(account: AccountId, counted: readonly Counted[]): Promise<void> {
    const some = byStep(counted)
    if (some.length === 0) return
    await preparedCountOf(this.trx, COUNT, { account, ...COUNTED.of(some.map(toCountedRow)) })
  }

  /** The days are computed here, because Postgres may know other rules of a zone. */
  async fold(account: AccountId, zone: TimeZone, limit: number): Promise<number> {
    if (!(await takeTrimLock(this.trx, account))) return 0
    const steps = await rowsOf<StepRow>(this.trx, TAKE, { account, limit })
    if (steps.length === 0) return 0
    const days = new Map<string, CountedOfDay>()
    for (const step of steps) {
      const one = ofDay(step, zone)
      const key = `${one.day} ${one.statistic} ${one.detail}`
      days.set(key, { ...one, count: one.count + (days.get(key)?.count ?? 0) })
    }
    await run(this.trx, ADD, { account, ...ADDED.of([...days.values()]) })
    return steps.reduce((sum, { rows }) => sum + rows, 0)
  }

  /** One statement, so that a count that is being moved is neither missed nor counted twice. */
  async days(account: AccountId, zone: TimeZone, { from, to }: DaySpan): Promise<readonly CountedOfDay[]> {
    const rows = await rowsOf<DayRow>(this.trx, DAYS, { account, from, to })
    return rows
      .map((row) => (row.day === null ? ofDay(row, zone) : { ...same(row), day: row.day }))
      .filter(({ day }) => day >= from && day <= to)
  }
}

type CountRow = { readonly statistic: Statistic; readonly detail: string; readonly count: string }
type StepRow = CountRow & { readonly at: Date; readonly rows: number }
/** `day` is null for counts that are not moved yet, and `at` is the epoch for the others. */
type DayRow = CountRow & { readonly at: Date; readonly day: string | null }

function same({ statistic, detail, count }: CountRow) {
  return { statistic, detail, count: Number(count) }
}

function ofDay(row: CountRow & { readonly at: Date }, zone: TimeZone): CountedOfDay {
  return { ...same(row), day: todayIn(zone, row.at) }
}

/** One count for each step, because the receipts of a broadcast come by the hundred. */
function byStep(counted: readonly Counted[]): readonly Counted[] {
  const steps = new Map<string, Counted>()
  for (const one of counted) {
    const key = `${Math.floor(one.at.getTime() / STATISTIC_STEP_MS)} ${one.statistic} ${one.detail}`
    steps.set(key, { ...one, count: one.count + (steps.get(key)?.count ?? 0) })
  }
  return [...steps.values()].filter(({ count }) => count !== 0)
}

export const COUNTED_COLUMNS = {
  id: 'uuid',
  statistic: 'text',
  detail: 'text',
  at: 'timestamptz',
  count: 'integer',
} as const

export function toCountedRow({ statistic, detail, at, count }: Counted) {
  return { id: randomUUID(), statistic, detail, at: isoOf(at), count }
}

/** Continues with a select. */
export const INSERT_COUNTED = 'insert into statistic_change (account_id, id, statistic, detail, at, count)'

const COUNTED = recordset<ReturnType<typeof toCountedRow>>('counted', COUNTED_COLUMNS)

const COUNT = `${INSERT_COUNTED} select :account, counted.* from ${COUNTED.sql}`

/** The quarter hour of a time. */
export const stepOf = (at: string) => `date_bin('${STATISTIC_STEP_MS} ms', ${at}, '2000-01-01T00:00:00Z')`

const STEP = stepOf('at')

const TAKE = `
  with taken as (
    delete from statistic_change
     where account_id = :account
       and id = any (array(
             select id from statistic_change where account_id = :account limit :limit for update skip locked
           ))
    returning statistic, detail, at, count
  )
  select statistic, detail, ${STEP} as at, sum(count) as count, count(*)::integer as rows
    from taken
   group by 1, 2, 3`

const ADDED = recordset<CountedOfDay>('added', { day: 'date', statistic: 'text', detail: 'text', count: 'bigint' })

const ADD = `
  insert into statistic_day (account_id, day, statistic, detail, count)
  select :account, added.day, added.statistic, added.detail, added.count
    from ${ADDED.sql}
   order by added.day, added.statistic, added.detail
      on conflict (account_id, day, statistic, detail) do update
     set count = statistic_day.count + excluded.count`

/** A day in any zone is at most a day away from the same day in UTC. */
const DAYS = `
  select statistic, detail, count::text, day::text, to_timestamp(0) as at
    from statistic_day
   where account_id = :account and day between :from::date and :to::date
  union all
  select statistic, detail, sum(count)::text, null, ${STEP} as at
    from statistic_change
   where account_id = :account
     and at between :from::date - interval '1 day' and :to::date + interval '2 days'
   group by 1, 2, 5`
