import { describe, expect, test } from '@jest/globals'
import type { AccountId, BroadcastId } from '@carillon/core'
import { migrate, migrateTo, pendingMigrations } from '../schema/migrations.js'
import { pagesReadBy } from '../testing/pages-read.js'
import { openBlankDatabase, openTestDatabase } from '../testing/test-database.js'
import { PostgresClickStore } from './click-store.js'

const ACCOUNT = 'acc_1' as AccountId
const LINK = 'go.example.com/sale'

test('the migration counts stored clicks on their days, and other clicks on the day of the last click', async () => {
  const { knex } = await openBlankDatabase()
  const all = await pendingMigrations(knex)
  await migrateTo(
    knex,
    all.filter((id) => id < '0009'),
  )
  await knex.raw(BEFORE)
  await migrate(knex)
  const store = new PostgresClickStore(knex)
  expect(await store.days(ACCOUNT, LINK, { from: '2026-01-01', to: '2026-12-31' })).toEqual([
    { day: '2026-03-01', people: 1, bots: 1, repeats: 0, recipients: 1 },
    { day: '2026-03-02', people: 9, bots: 2, repeats: 0, recipients: 0 },
  ])
  const [firstAt, lastAt] = ['2026-03-01T23:59:00Z', '2026-03-02T10:00:00Z'].map((text) => new Date(text))
  expect(await store.totalsOf(ACCOUNT, [LINK])).toEqual(
    new Map([[LINK, { people: 10, bots: 3, repeats: 0, recipients: 1, firstAt, lastAt }]]),
  )
})

const BEFORE = `
  insert into click_count (account_id, link, code, message_id, people, bots, first_at, last_at)
  values ('acc_1', '${LINK}', 'aaaaaaaaaa', 'msg_1', 9, 3, '2026-03-01T23:59:00Z', '2026-03-02T10:00:00Z'),
         ('acc_1', '${LINK}', 'bbbbbbbbbb', 'msg_2', 0, 0, null, null),
         ('acc_1', '${LINK}', '', null, 1, 0, '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z');
  insert into click (account_id, link, code, position, at, visitor)
  values ('acc_1', '${LINK}', 'aaaaaaaaaa', 1, '2026-03-01T23:58:00Z', 'bot'),
         ('acc_1', '${LINK}', 'aaaaaaaaaa', 2, '2026-03-01T23:59:00Z', 'person'),
         ('acc_1', '${LINK}', 'aaaaaaaaaa', 3, '2026-03-02T00:00:00Z', 'person'),
         ('acc_1', '${LINK}', 'aaaaaaaaaa', 4, '2026-03-02T00:00:01Z', 'bot'),
         ('acc_1', '${LINK}', '', 1, '2026-03-02T09:00:00Z', 'person')`

describe('among 100,000 URLs of a link, of which 1,000 have clicks,', () => {
  test('every query uses indexes, and reads few pages beyond its result', async () => {
    const { knex, url } = await openTestDatabase()
    await knex.raw(URLS)
    await knex.raw('vacuum analyze click_count')
    await knex.raw('vacuum analyze click_day')
    const pages = (work: (store: PostgresClickStore) => Promise<unknown>) =>
      pagesReadBy(url, (own) => work(new PostgresClickStore(own)))
    const [page, year] = [
      { page: 1, limit: 100 },
      { from: '2025-03-02', to: '2026-03-01' },
    ]
    const broadcast = { account: ACCOUNT, id: `brc_${'0'.repeat(26)}` as BroadcastId, total: 320 }
    const reads = {
      knows: await pages((store) => store.knows(ACCOUNT, LINK)),
      totals: await pages((store) => store.totalsOf(ACCOUNT, [LINK])),
      days: await pages((store) => store.days(ACCOUNT, LINK, year)),
      recipients: await pages((store) => store.recipientsOf(ACCOUNT, LINK, page)),
      broadcast: await pages((store) => store.ofBroadcast(broadcast)),
      clickers: await pages((store) => store.recipientsOfBroadcast(broadcast, { ...page, link: LINK })),
    }
    expect(Object.entries(reads).filter(([, read]) => read > 600)).toEqual([])
    expect(await pages((store) => store.sentOf(ACCOUNT, LINK))).toBeLessThan(2_250)
  })

  /**
   * URLs in messages of many broadcasts. In the first broadcast, the messages have positions 0 to 9, 32 to 41 and so
   * on.
   */
  const URLS = `
    insert into click_count (account_id, link, code, message_id, people, first_at, last_at)
    select 'acc_1', '${LINK}', lpad(i::text, 10, '0'),
           'msg_0000000000' || lpad((i / 100)::text, 11, '0') || lpad((i % 100)::text, 5, '0'), (i % 100 = 0)::integer,
           case when i % 100 = 0 then '2026-03-01'::timestamptz + make_interval(secs => i) end,
           case when i % 100 = 0 then '2026-03-01'::timestamptz + make_interval(secs => i) end
      from generate_series(0, 99999) as i;
    insert into click_day (account_id, link, day, part, people, bots, recipients)
    select 'acc_1', '${LINK}', '2026-03-01'::date - day, part, 1, 1, 1
      from generate_series(0, 364) as day, generate_series(0, 7) as part`
})
