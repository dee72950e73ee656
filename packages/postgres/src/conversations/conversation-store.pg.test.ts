import { describeConversationStore, describeNoteStore } from '@carillon/contracts'
import type { AccountId, ConversationId, ConversationQuery, PhoneNumber } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { migrate, migrateTo, pendingMigrations } from '../schema/migrations.js'
import { pagesReadBy } from '../testing/pages-read.js'
import { openBlankDatabase, openTestDatabase } from '../testing/test-database.js'
import { PostgresConversationStore } from './conversation-store.js'

describeConversationStore(() => openTestDatabase())
describeNoteStore(() => openTestDatabase())

const ACCOUNT = 'acc_1' as AccountId
const ALL: ConversationQuery = { status: null, unread: false, phone: null, assignee: null, after: null, limit: 50 }

test('the migration begins a read conversation for each person who has texted a number of the account', async () => {
  const { knex } = await openBlankDatabase()
  const all = await pendingMigrations(knex)
  await migrateTo(
    knex,
    all.filter((id) => id < '0023'),
  )
  await knex.raw(BEFORE)
  await migrate(knex)
  const found = await new PostgresConversationStore(knex).list(ACCOUNT, ALL)
  expect(found).toMatchObject([
    { id: 'cnv_4', phone: '+12025550124', number: '+12025550199', lastMessage: 'msg_4', unread: 0, status: 'open' },
    { id: 'cnv_2', phone: '+12025550123', number: '+12025550199', lastMessage: 'msg_2', unread: 0, status: 'open' },
  ])
  expect(found).toHaveLength(2)
})

const BEFORE = `
  insert into account (
    id, name, timezone, silent_opt_in, rate_limits, compliance, created_at, service_texts, opt_in_form, retention
  )
  values ('acc_1', 'Acme', 'UTC', false, '{}', '[]', '2026-03-01T00:00:00Z', '{}', '{}', '{}');
  insert into sender (number, account_id, status, mms, created_at)
  values ('+12025550199', 'acc_1', 'active', false, '2026-03-01T00:00:00Z');
  insert into message (
    account_id, id, direction, purpose, to_number, from_number, body, status, created_at, cost_sms, cost_mms, attempt
  )
  select 'acc_1', 'msg_' || i, direction, 'message', to_number, from_number, 'Hello', 'sent',
         '2026-03-01T00:00:00Z'::timestamptz + make_interval(hours => i), 0, 0, 0
    from (
           values (1, 'inbound', '+12025550199', '+12025550123'),
                  (2, 'inbound', '+12025550199', '+12025550123'),
                  (3, 'outbound', '+12025550123', '+12025550199'),
                  (4, 'inbound', '+12025550199', '+12025550124'),
                  (5, 'inbound', '+12025550199', '72345'),
                  (6, 'inbound', '+12025550199', 'erased'),
                  (7, 'inbound', '+12025550188', '+12025550123')
         ) as text (i, direction, to_number, from_number)`

test('among 50,000 conversations, every list reads few pages beyond its result', async () => {
  const { knex, url } = await openTestDatabase()
  await knex.raw(MANY)
  await knex.raw('analyze')
  const after = { at: new Date('2026-03-01T06:00:00Z'), id: 'cnv_00021600' as ConversationId }
  const queries: readonly Partial<ConversationQuery>[] = [
    {},
    { after },
    { status: 'closed', after },
    { unread: true, after },
    { unread: true, status: 'open' },
    { phone: '+13030000500' as PhoneNumber },
    { assignee: 'nobody', after },
    { assignee: 'usr_1' },
  ]
  const pages: number[] = []
  for (const query of queries) {
    pages.push(await pagesReadBy(url, (trx) => new PostgresConversationStore(trx).list(ACCOUNT, { ...ALL, ...query })))
  }
  expect(pages.filter((count) => count > 700)).toEqual([])
})

/** Every fiftieth conversation is closed, and every twentieth unread. */
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
  select account_id, 'cnv_' || substr(id, 5), '+12025550199', from_number,
         case when substr(id, 5)::integer % 50 = 0 then 'closed' else 'open' end,
         case when substr(id, 5)::integer % 20 = 0 then 1 else 0 end, id, created_at
    from texts`
