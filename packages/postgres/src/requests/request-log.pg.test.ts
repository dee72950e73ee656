import { describeRequestLog, NOW } from '@carillon/contracts'
import type { AccountId } from '@carillon/core'
import { expect } from '@jest/globals'
import { pagesReadBy } from '../testing/pages-read.js'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'
import { PostgresRequestLog } from './request-log.js'

describeRequestLog(() => openTestDatabase())

/** 50,000 requests, of which one in a thousand has failed. */
const REQUESTS = `
  insert into request_log (account_id, at, id, key_id, method, route, status, ms)
  select 'acc_1', :at::timestamptz + make_interval(secs => i), 'req_' || lpad(i::text, 36, '0'), 'key_1', 'GET',
         '/api/v1/messaging/message/:messageId', case when i % 1000 = 0 then 404 else 200 end, 5
    from generate_series(1, 50000) as i`

onePostgresTest('a step reads its own requests only, failed or not, and so does trimming', async () => {
  const { knex, url } = await openTestDatabase()
  await knex.raw(REQUESTS, { at: NOW })
  await knex.raw('vacuum analyze')
  const account = 'acc_1' as AccountId
  const middle = { at: new Date(NOW.getTime() + 20_000_000), id: 'req_' }
  for (const failed of [false, true]) {
    for (const after of [null, middle]) {
      const query = { failed, after, limit: 20 }
      expect(await pagesReadBy(url, (trx) => new PostgresRequestLog(trx).list(account, query))).toBeLessThan(60)
    }
  }
  const trim = await pagesReadBy(url, (trx) => new PostgresRequestLog(trx).trim(account, middle.at, 10))
  expect(trim).toBeLessThan(200)
})
