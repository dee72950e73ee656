import { describeEventOutbox } from '@carillon/contracts'
import type { AccountId } from '@carillon/core'
import { expect } from '@jest/globals'
import { pagesReadBy } from '../testing/pages-read.js'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'
import { PostgresEventOutbox } from './event-outbox.js'

describeEventOutbox(() => openTestDatabase())

onePostgresTest.each([
  ['100,000 rows of one account', { accounts: 1, each: 100_000, found: 1 }],
  ['one row of each of 5,000 accounts', { accounts: 5_000, each: 1, found: 20 }],
])('accounts with waiting events are found with few page reads among %s', async (_, { accounts, each, found }) => {
  const { knex, url } = await openTestDatabase()
  await knex.raw(FILL, { accounts, each })
  await knex.raw('vacuum analyze outbox')
  for (const after of [null, 'acc_2500' as AccountId]) {
    const page = { after, limit: 20 }
    expect(await new PostgresEventOutbox(knex).accountsWaiting(page)).toHaveLength(found)
    expect(await pagesReadBy(url, (knex) => new PostgresEventOutbox(knex).accountsWaiting(page))).toBeLessThan(200)
  }
})

const FILL = `
  insert into outbox (account_id, key, length, ids, instants, types, data)
  select 'acc_' || a, 'evt_' || e, 1, '[]', '[]', '[]', '[]'
    from generate_series(1, :accounts::integer) as a, generate_series(1, :each::integer) as e`
