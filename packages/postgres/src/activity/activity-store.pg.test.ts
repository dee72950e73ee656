import { describeActivityStore } from '@carillon/contracts'
import type { AccountId } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { pagesReadBy } from '../testing/pages-read.js'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresActivityStore } from './activity-store.js'

describeActivityStore(() => openTestDatabase())

test('reads few pages, however many contacts and messages the account has', async () => {
  const { knex, url } = await openTestDatabase()
  await knex.raw(MANY)
  await knex.raw('analyze')
  const pages = await pagesReadBy(url, (trx) => new PostgresActivityStore(trx).read('acc_1' as AccountId))
  expect(pages).toBeLessThan(700)
})

const MANY = `
  with texts as (
    insert into message (
      account_id, id, direction, purpose, to_number, from_number, body, status, created_at, cost_sms, cost_mms, attempt
    )
    select 'acc_1', 'msg_' || lpad(i::text, 8, '0'), 'inbound', 'message', '+12025550199', '+1303' || lpad(i::text, 7, '0'),
           'Hello', 'sent', '2026-03-01T00:00:00Z'::timestamptz + make_interval(secs => i), 0, 0, 0
      from generate_series(1, 50000) as i
    returning account_id, id, from_number, created_at
  )
  insert into conversation (account_id, id, number, phone, status, unread, last_message_id, last_at)
  select account_id, 'cnv_' || substr(id, 5), '+12025550199', from_number, 'open',
         case when substr(id, 5)::integer % 2 = 0 then 1 else 0 end, id, created_at
    from texts`
