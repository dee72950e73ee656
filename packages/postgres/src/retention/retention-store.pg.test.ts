import {
  ANN,
  NOW,
  aClick,
  aMessage,
  aMessageLink,
  anEvent,
  aWebhookEndpoint,
  after,
  describeRetentionStore,
  accountFixture,
} from '@carillon/contracts'
import type { AccountId, RetentionStore, Stores } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { rowsOf } from '../sql/sql.js'
import { pagesReadBy } from '../testing/pages-read.js'
import { onePostgresTest, openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'
import { PostgresRetentionStore } from './retention-store.js'

describeRetentionStore(() => openTestDatabase())

const SPAN = { from: null, until: after(100) }
const DONE = { taken: 0, next: null }

describe('concurrently with another transaction', () => {
  /** An account with three messages and an event without deliveries, and another process on the same database. */
  async function openTwo() {
    const first = await openTestDatabase()
    const second = await first.another()
    const { account, run } = await accountFixture(first)
    const messages = [1, 2, 3].map((seconds) =>
      aMessage({ account: account.id, status: 'sent', phase: null, sentAt: NOW, createdAt: after(seconds) }),
    )
    const endpoint = aWebhookEndpoint({ account: account.id })
    const event = anEvent({ account: account.id })
    await run(async (stores) => {
      await stores.messages.add(messages)
      await stores.webhookEndpoints.put(endpoint)
      await stores.events.append(account.id, [event])
      await stores.webhookEndpoints.remove(account.id, endpoint.id)
      await stores.deliveries.fanOut(account.id, { now: NOW, eventsMax: 10 })
      await stores.webhookEndpoints.put(endpoint)
    })
    const trim = (what: keyof RetentionStore) => (stores: Stores) => stores.retention[what](account.id, SPAN, 10)
    const replay = (stores: Stores) => stores.deliveries.replay(endpoint, { event: event.id }, { now: NOW, limit: 10 })
    // Trims once in advance: the first trim of an account makes other trims wait, because it inserts the lock's row.
    await run(trim('trimClicks'))
    return { first, second, account, messages, trim, replay }
  }

  test('that trims the account, a trim does nothing', async () => {
    const { first, second, trim } = await openTwo()
    for (const what of ['trimMessages', 'trimRecipients', 'trimEvents', 'trimClicks'] as const) {
      await first.unitOfWork.run(async (stores) => {
        await trim('trimClicks')(stores)
        expect(await second.unitOfWork.run(trim(what))).toEqual(DONE)
      })
    }
    expect(await second.unitOfWork.run(trim('trimMessages'))).toEqual({ taken: 3, next: null })
  })

  test('that locks a message, a trim skips that message and removes the others', async () => {
    const { first, second, account, messages, trim } = await openTwo()
    await first.unitOfWork.run(async (stores) => {
      await stores.messages.lock(account.id, [messages[1]!.id])
      expect(await second.unitOfWork.run(trim('trimMessages'))).toEqual({ taken: 2, next: null })
    })
    expect(await second.unitOfWork.run(trim('trimMessages'))).toEqual({ taken: 1, next: null })
  })

  /** The first message has a URL, and `follow` records a click on it. */
  async function openFollowed() {
    const fixture = await openTwo()
    const account = fixture.account.id
    const url = aMessageLink({ account, message: fixture.messages[0]!.id })
    await fixture.first.unitOfWork.run(({ clicks }) => clicks.add(account, [url]))
    const { link, code, message } = url
    const follow = ({ clicks }: Stores) => clicks.record(aClick({ account, link, code }))
    return { ...fixture, link, message, follow }
  }

  test('that trims a URL, a click on it is counted for the link only, without a message', async () => {
    const { first, second, account, trim, follow, link } = await openFollowed()
    let followed = Promise.resolve<unknown>(null)
    await first.unitOfWork.run(async (stores) => {
      expect(await trim('trimMessages')(stores)).toEqual({ taken: 3, next: null })
      followed = second.unitOfWork.run(follow)
      await waitForLockWaiters(first)
    })
    expect(await followed).toMatchObject({ link, code: null, message: null, people: 1 })
    const urls = await rowsOf(first.knex, URLS, { account: account.id })
    expect(urls).toEqual([{ code: '', people: '1' }])
  })

  test('that records a click on a URL, a trim of the URL removes that click too', async () => {
    const { first, second, account, trim, follow, message } = await openFollowed()
    let trimmed = Promise.resolve<unknown>(null)
    await first.unitOfWork.run(async (stores) => {
      expect(await follow(stores)).toMatchObject({ message, people: 1 })
      trimmed = second.unitOfWork.run(trim('trimMessages'))
      await waitForLockWaiters(first)
    })
    expect(await trimmed).toEqual({ taken: 3, next: null })
    expect(await rowsOf(first.knex, KEPT, { account: account.id })).toEqual([])
  })

  test('that replays an event, a trim keeps the event; while an event is trimmed, a replay finds nothing', async () => {
    const { first, second, account, trim, replay } = await openTwo()
    await first.unitOfWork.run(async (stores) => {
      expect(await replay(stores)).toBe(1)
      expect(await second.unitOfWork.run(trim('trimEvents'))).toEqual(DONE)
    })
    await first.knex.raw('delete from webhook_delivery where account_id = ?', [account.id])
    let replayed = Promise.resolve<number | null>(-1)
    await first.unitOfWork.run(async (stores) => {
      expect(await trim('trimEvents')(stores)).toEqual({ taken: 1, next: null })
      replayed = second.unitOfWork.run(replay)
      await waitForLockWaiters(first)
    })
    expect(await replayed).toBe(0)
  })
})

const URLS = 'select code, people from click_count where account_id = :account'
const KEPT = 'select code from click where account_id = :account'

onePostgresTest('in large tables a step finds old rows with few page reads, and deletes them by key', async () => {
  const { knex, url } = await openTestDatabase()
  await knex.raw(MESSAGES, { at: NOW, phone: ANN })
  await knex.raw(EVENTS, { at: NOW })
  await knex.raw(BROADCASTS, { at: NOW })
  await knex.raw('analyze')
  const account = 'acc_1' as AccountId
  const step = (what: keyof RetentionStore, trx: Knex) =>
    new PostgresRetentionStore(trx)[what](account, { from: null, until: after(1e6) }, 10)
  const pagesOf = (what: keyof RetentionStore) => pagesReadBy(url, (trx) => step(what, trx))
  const reads = {
    messages: await pagesOf('trimMessages'),
    recipients: await pagesOf('trimRecipients'),
    events: await pagesOf('trimEvents'),
    clicks: await pagesOf('trimClicks'),
  }
  expect(Object.entries(reads).filter(([, pages]) => pages > 500)).toEqual([])
  const plans: string[] = []
  const explain = async (sql: string, bindings: Knex.ValueDict) => {
    const { rows } = await knex.raw<{ rows: object[] }>(`explain ${sql}`, bindings)
    plans.push(...rows.flatMap((row) => Object.values(row) as string[]))
    return knex.raw<unknown>(sql, bindings)
  }
  for (const what of ['trimMessages', 'trimRecipients', 'trimEvents', 'trimClicks'] as const) {
    await step(what, { raw: explain } as unknown as Knex)
  }
  expect(plans.filter((line) => /-> +Delete on/.test(line)).length).toBeGreaterThan(10)
  expect(plans.filter((line) => /Seq Scan on (?!trim_turn|inbound_text|receipt)/.test(line))).toEqual([])
})

/**
 * Messages, each with a URL, a click and its network. For the plan it does not matter that they are no possible
 * opt-outs, and no conversations.
 */
const MESSAGES = `
  with sent as (
    insert into message (
      account_id, id, direction, purpose, to_number, from_number, body, status, sent_at, created_at, cost_sms, cost_mms,
      attempt
    )
    select 'acc_1', 'msg_' || lpad(i::text, 8, '0'), 'outbound', 'message', :phone, '+12025550199', 'Hello', 'sent',
           :at::timestamptz + make_interval(secs => i), :at::timestamptz + make_interval(secs => i), 1, 0, 1
      from generate_series(1, 30000) as i
    returning account_id, id, created_at
  ),
  possible as (
    insert into possible_opt_out (account_id, message_id, received_at)
    select account_id, id, created_at from sent
  ),
  talks as (
    insert into conversation (account_id, id, number, phone, status, unread, last_message_id, last_at)
    select account_id, id, '+12025550199', id, 'open', 0, id, created_at from sent
  ),
  counted as (
    insert into click_count (account_id, link, code, message_id, people)
    select account_id, 'go.example.com/sale', id, id, 1 from sent
  ),
  remembered as (
    insert into click_network (account_id, link, code, network, counted_at)
    select account_id, 'go.example.com/sale', id, 7, array[created_at] from sent
  )
  insert into click (account_id, link, code, position, at, visitor)
  select account_id, 'go.example.com/sale', id, 1, created_at, 'person' from sent`

/** Events, each delivered to three endpoints, with one attempt each. */
const EVENTS = `
  with told as (
    insert into event (account_id, id, at, type, data)
    select 'acc_1', 'evt_' || lpad(i::text, 8, '0'), :at::timestamptz + make_interval(secs => i), 'message.sent', '{}'
      from generate_series(1, 10000) as i
    returning account_id, id, at
  ),
  tried as (
    insert into webhook_attempt (account_id, endpoint_id, event_id, number, at, took_ms, answer)
    select account_id, 'whk_' || of, id, 1, at, 10, '{}' from told, generate_series(1, 3) as of
  )
  insert into webhook_delivery (
    account_id, endpoint_id, event_id, event_at, type, status, tries, attempts, created_at, ended_at
  )
  select account_id, 'whk_' || of, id, at, 'message.sent', 'delivered', 1, 1, at, at
    from told, generate_series(1, 3) as of`

const BROADCASTS = `
  with ended as (
    insert into broadcast (
      account_id, id, from_number, status, total, released, sent, failed, canceled, delivered, created_at, completed_at
    )
    select 'acc_1', 'brc_' || lpad(i::text, 8, '0'), '+12025550199', 'completed', 1, 1, 1, 0, 0, 0, :at,
           :at::timestamptz + make_interval(secs => i)
      from generate_series(1, 10000) as i
    returning account_id, id
  )
  insert into broadcast_chunk (
    account_id, broadcast_id, number, first_position, length, phones, cursor, waiting, misses, slices
  )
  select account_id, id, 0, 0, 1, '', 1, '[]', 0, 1 from ended`
