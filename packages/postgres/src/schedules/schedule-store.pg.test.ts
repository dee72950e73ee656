import { describeScheduleStore, NOW } from '@carillon/contracts'
import { SCHEDULE_SORTS, parseWallClock, type AccountId, type ScheduleQuery, type ScheduleStore } from '@carillon/core'
import { expect } from '@jest/globals'
import { pagesReadBy } from '../testing/pages-read.js'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'
import { PostgresScheduleStore } from './schedule-store.js'

describeScheduleStore(() => openTestDatabase())

const ACCOUNT = 'acc_1' as AccountId

/** An account with 20,000 schedules, of which one in a hundred has not ended. */
async function openSchedules() {
  const { knex, url } = await openTestDatabase()
  await knex.raw(SCHEDULES, { at: NOW })
  await knex.raw('vacuum analyze')
  return pagesReadOn(url)
}

/** Two schedules with 10,000 hourly sends each. The broadcasts of the two newest sends of each are still running. */
async function openSends() {
  const { knex, url } = await openTestDatabase()
  await knex.raw(SENDS, { at: NOW })
  await knex.raw('vacuum analyze')
  return pagesReadOn(url)
}

function pagesReadOn(url: string) {
  return (work: (store: ScheduleStore) => Promise<unknown>) =>
    pagesReadBy(url, (knex) => work(new PostgresScheduleStore(knex)))
}

const SCHEDULES = `
  with made as (
    select i, i % 100 <> 0 as is_over, :at::timestamptz + make_interval(secs => i * 7919 % 20000) as instant
      from generate_series(1, 20000) as i
  )
  insert into schedule (
    account_id, id, status, timing, from_number, body, audience, timetable, next_wall, next_at, next_begins_at,
    next_is_open, revision, started, has_sent, created_at, updated_at
  )
  select 'acc_1', 'sch_' || lpad(i::text, 8, '0'), case when is_over then 'ended' else 'active' end, 'recurring', '1',
         repeat('x', 300), '{}', '{}', case when not is_over then '2026-03-01T13:00:00' end,
         case when not is_over then instant end, case when not is_over then instant end,
         case when not is_over then false end, 0, 0, true, instant, instant
    from made`

const SENDS = `
  with made as (
    select of, i, lpad((10000 * of + i)::text, 8, '0') as tail, :at::timestamptz + make_interval(hours => i) as instant
      from generate_series(1, 2) as of, generate_series(1, 10000) as i
  ),
  sent as (
    insert into schedule_send (
      account_id, id, schedule_id, revision, wall, occurrence, scheduled_for, status, broadcast_id
    )
    select 'acc_1', 'snd_' || tail, 'sch_' || of, 0, instant::text, instant, instant,
           case when i > 9998 then 'planned' else 'started' end, 'brc_' || tail
      from made
  )
  insert into broadcast (
    account_id, id, from_number, status, total, released, schedule_id, send_id, sent, failed, canceled, delivered,
    created_at, completed_at
  )
  select 'acc_1', 'brc_' || tail, '1', case when i > 9998 then 'queued' else 'completed' end, 1, 0, 'sch_' || of,
         'snd_' || tail, 0, 0, 0, 0, instant, case when i <= 9998 then instant end
    from made`

onePostgresTest('the account of a schedule is found by the id alone with few page reads', async () => {
  const pagesRead = await openSchedules()
  expect(await pagesRead((store) => store.accountOf('sch_00010001'))).toBeLessThan(10)
})

onePostgresTest('iterating over the schedules that have not ended does not read the ended ones', async () => {
  const pagesRead = await openSchedules()
  expect(await pagesRead((store) => store.after(ACCOUNT, null, 10))).toBeLessThan(30)
  expect(await pagesRead((store) => store.after(ACCOUNT, 'sch_00019000', 100))).toBeLessThan(30)
})

const ALL = { statuses: null, timings: null, nextFrom: null, nextTo: null, limit: 20 } as const

onePostgresTest.each(SCHEDULE_SORTS)(
  'a page of a list sorted by %s is read without reading the other rows',
  async (sort) => {
    const pagesRead = await openSchedules()
    const queries: readonly Partial<ScheduleQuery>[] = [{}, { page: 500 }, { page: 1_000 }, { statuses: ['active'] }]
    for (const one of queries) {
      expect(await pagesRead((store) => store.list(ACCOUNT, { ...ALL, page: 1, sort, ...one }))).toBeLessThan(500)
    }
  },
)

onePostgresTest('a query for sends of a schedule reads few pages, even among many sends', async () => {
  const pagesRead = await openSends()
  const occurrence = { instant: new Date(NOW.getTime() + 5_000 * 3_600_000), wall: parseWallClock('2026-03-01T13:00')! }
  expect(await pagesRead((store) => store.sendsOf(ACCOUNT, 'sch_1', occurrence))).toBeLessThan(20)
  expect(await pagesRead((store) => store.planned(ACCOUNT, 'sch_1'))).toBeLessThan(20)
  expect(await pagesRead((store) => store.running(ACCOUNT, 'sch_1'))).toBeLessThan(20)
})
