import {
  ANN,
  anEvent,
  aDeliveryAttempt,
  aWebhookEndpoint,
  deliveryStoreFixture,
  describeDeliveryStore,
  accountFixture,
  ids,
  NOW,
} from '@carillon/contracts'
import type { AccountId, DeliveryFilter, EventId, Stores, WebhookEndpointId } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { migrate } from '../schema/migrations.js'
import { pagesReadBy } from '../testing/pages-read.js'
import { openBlankDatabase, openTestDatabase, waitForLockWaiters, whileLocked } from '../testing/test-database.js'
import { PostgresDeliveryStore } from './delivery-store.js'

describeDeliveryStore(() => openTestDatabase())

describe('a delivery that is settled while it is erased', () => {
  /** An event about Ann with a delivery and its attempt, and two processes. */
  async function openTried() {
    const first = await openTestDatabase()
    const fixture = await deliveryStoreFixture(async () => first)
    const { account, endpoint, relayed, find } = fixture
    const hook = await endpoint()
    const event = await relayed()
    const tried = aDeliveryAttempt((await find(hook, event))!.delivery)
    const settle = (stores: Stores) => stores.deliveries.settle(account.id, [tried])
    const erase = (stores: Stores) =>
      stores.erasures.eraseEvents({ account: account.id, phone: ANN }, { after: null, limit: 10 })
    const left = async () => {
      const { rows } = await first.knex.raw<{ rows: object[] }>(ATTEMPTS, { account: account.id })
      return { delivery: await find(hook, event), attempts: rows }
    }
    return { first, second: await first.another(), settle, erase, left }
  }

  const ATTEMPTS = 'select event_id from webhook_attempt where account_id = :account'
  const NOTHING = { delivery: null, attempts: [] }

  test.each(['settlement', 'erasure'] as const)('is removed with its attempts if the %s comes first', async (first) => {
    const fixture = await openTried()
    const { settle, erase, left } = fixture
    const [one, other] = first === 'settlement' ? [settle, erase] : [erase, settle]
    let second: Promise<unknown> = Promise.resolve()
    await fixture.first.unitOfWork.run(async (stores) => {
      await one(stores)
      second = fixture.second.unitOfWork.run<unknown>(other)
      await waitForLockWaiters(fixture.first)
    })
    await second
    expect(await left()).toEqual(NOTHING)
  })
})

test('two concurrent settlements of the same deliveries in opposite orders never deadlock', async () => {
  const database = await openTestDatabase()
  const { endpoint, append, event, fanOut, due, run, list, ...fixture } = await deliveryStoreFixture(
    async () => database,
  )
  const [account, hook] = [fixture.account.id, await endpoint()]
  await append(...Array.from({ length: 9 }, () => event()))
  await fanOut()
  const tried = (await due(hook)).map(({ delivery }) => aDeliveryAttempt(delivery))
  let attempts = 0
  const settle = (some: typeof tried) =>
    run(({ deliveries }) => {
      attempts++
      return deliveries.settle(account, some)
    })
  await whileLocked(database, {
    lock: (trx) => new PostgresDeliveryStore(trx).settle(account, [tried[4]!]),
    start: () => [settle(tried), settle(tried.toReversed())],
  })
  expect(attempts).toBe(2)
  expect((await list(hook, { status: 'delivered' })).totalCount).toBe(9)
})

test('an event with characters that Postgres cannot store as text is delivered unchanged', async () => {
  const { run, account } = await accountFixture(await openTestDatabase())
  const endpoint = aWebhookEndpoint({ account: account.id })
  await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
  const group = { id: ids.next('grp'), name: 'a NUL: \0, half a smiley: \ud83d' }
  const data = { contact: { id: ids.next('con'), phoneNumber: ANN }, group, reason: 'FORM' } as const
  const due = await run(async ({ events, deliveries }) => {
    await events.append(account.id, [anEvent({ account: account.id, data })])
    await deliveries.fanOut(account.id, { now: NOW, eventsMax: 10 })
    return deliveries.due(endpoint, { now: NOW, limit: 10, except: [] })
  })
  expect(due.map((delivery) => delivery.data)).toEqual([JSON.stringify(data)])
})

describe('among 100,000 deliveries of an endpoint', () => {
  const endpoint = { account: 'acc_1' as AccountId, id: 'whk_1' as WebhookEndpointId }

  /**
   * Of every 10,000 deliveries, one failed, one is pending, and the rest succeeded. A second endpoint has half as many.
   */
  async function openDeliveries() {
    // A separate database, because rows and transactions of other tests could keep pages from being all-visible.
    const { knex, url } = await openBlankDatabase()
    await migrate(knex)
    await knex.raw('alter table webhook_delivery set (autovacuum_enabled = off)')
    await knex.raw(EVENTS, { at: NOW })
    await knex.raw(DELIVERIES, { account: endpoint.account })
    await vacuumWhole(knex)
    return (work: (store: PostgresDeliveryStore) => Promise<unknown>) =>
      pagesReadBy(url, (own) => work(new PostgresDeliveryStore(own)))
  }

  test('a filtered query reads few pages, and an unfiltered list reads and counts its rows by an index', async () => {
    const pagesRead = await openDeliveries()
    const due = { now: later(1e6), limit: 32, except: ['evt_00005000' as EventId] }
    const event = 'evt_00050000' as EventId
    const replaying = { ...endpoint, events: ['message.sent'] } as const
    const options = { now: NOW, limit: 100 }
    const span = { from: later(70_000), to: later(70_010), status: null }
    const pageOf = (page: number, filter: DeliveryFilter = {}) =>
      pagesRead((store) => store.list(endpoint, filter, { page, limit: 10 }))
    const reads = {
      due: await pagesRead((store) => store.due(endpoint, due)),
      notDue: await pagesRead((store) => store.due(endpoint, { ...due, now: NOW })),
      nextAt: await pagesRead((store) => store.nextAt(endpoint)),
      find: await pagesRead((store) => store.find(endpoint, event)),
      trim: await pagesRead((store) => store.trim(endpoint.account, 10)),
      replay: await pagesRead((store) => store.replay(replaying, span, options)),
      replayFailed: await pagesRead((store) => store.replay(replaying, { ...span, status: 'failed' }, options)),
      failed: await pageOf(1, { status: 'failed' }),
      pending: await pageOf(1, { status: 'pending' }),
      ofEvent: await pageOf(1, { event }),
    }
    expect(Object.entries(reads).filter(([, pages]) => pages > 150)).toEqual([])
    expect(await pageOf(1)).toBeLessThan(1_500)
    expect(await pageOf(5_000)).toBeLessThan(2_000)
  })

  const EVENTS = `
    insert into event (account_id, id, at, type, data)
    select 'acc_1', 'evt_' || lpad(i::text, 8, '0'), :at::timestamptz + make_interval(secs => i), 'message.sent',
           json_build_object('text', repeat('x', 100))
      from generate_series(1, 100000) as i`

  const DELIVERIES = `
    with made as (
      select 'whk_' || of as endpoint, id, at, case right(id, 4) when '0000' then 'failed' when '5000' then 'pending'
             else 'delivered' end as status
        from event, generate_series(1, 2) as of
       where event.account_id = :account and (of = 1 or right(id, 1) < '5')
    ),
    served as (
      insert into webhook_endpoint (account_id, id, url, events, sealed_secret, created_at)
      select 'acc_1', 'whk_' || of, 'https://example.com', '{message.sent}', '', '2026-03-01' from generate_series(1, 2) as of
    ),
    tried as (
      insert into webhook_attempt (account_id, endpoint_id, event_id, number, at, took_ms, answer)
      select 'acc_1', endpoint, id, 1, at, 10, '{}' from made
    )
    insert into webhook_delivery (
      account_id, endpoint_id, event_id, event_at, type, status, tries, attempts, next_at, created_at, ended_at
    )
    select 'acc_1', endpoint, id, at, 'message.sent', status, 1, 1, case when status = 'pending' then at end, at,
           case when status <> 'pending' then at end
      from made`
})

/**
 * Vacuums until nearly all pages are marked all-visible: otherwise the planner may consider a scan of the whole table
 * cheaper than its index. A concurrent transaction keeps pages from being marked. Autovacuum is off, because it
 * may overwrite the result with an older one. The last few pages may be empty, and are then never marked.
 */
async function vacuumWhole(knex: Knex): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    await knex.raw('vacuum analyze')
    const { rows } = await knex.raw<{ rows: { whole: boolean }[] }>(WHOLE)
    if (rows[0]!.whole) return
  }
  throw new Error('The deliveries were never vacuumed whole')
}

const WHOLE =
  "select relpages > 100 and relallvisible >= relpages - 8 as whole from pg_class where relname = 'webhook_delivery'"

function later(seconds: number): Date {
  return new Date(NOW.getTime() + seconds * 1_000)
}
