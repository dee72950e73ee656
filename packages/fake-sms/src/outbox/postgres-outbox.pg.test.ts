import { describeSmsProvider, phoneOf } from '@carillon/contracts'
import { randomIds, systemClock, systemTimer } from '@carillon/node'
import { describe, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { FakeSms } from '../fake-sms.js'
import { aBehaviour } from '../testing/a-behaviour.js'
import { describeOutbox } from '../testing/describe-outbox.js'
import { providerUnderTest } from '../testing/provider-under-test.js'
import { simOf } from '../testing/sim.js'
import { openTestSchema } from '../testing/test-schema.js'
import { postgresOutbox } from './postgres-outbox.js'

const TABLES = ['fake_sms_behaviour', 'fake_sms_submission', 'fake_sms_written']
const deps = { clock: systemClock, ids: randomIds(systemClock), timer: systemTimer }

async function opened() {
  const { connect } = await openTestSchema()
  return async () => postgresOutbox({ knex: connect() })
}

describeOutbox(opened)

describe('the fake provider with its outbox in Postgres', () => {
  describeSmsProvider(async () => providerUnderTest(await opened(), deps))
})

describe('the fake provider with its outbox in Postgres, without deduplication and queries', () => {
  describeSmsProvider(async () =>
    providerUnderTest(await opened(), { ...deps, deduplicates: false, canBeAsked: false }),
  )
})

test('many processes that start at once create the tables once, only in their schema', async () => {
  const { connect } = await openTestSchema()
  const outboxes = Array.from({ length: 12 }, () => postgresOutbox({ knex: connect() }))
  await Promise.all(outboxes.map((outbox) => outbox.open()))
  expect(await tablesOf(connect())).toEqual(TABLES)
  const elsewhere = (await openTestSchema()).connect()
  expect(await tablesOf(elsewhere)).toEqual([])
  expect(await postgresOutbox({ knex: elsewhere }).stats()).toEqual({ delivered: 0, deduplicated: 0, refused: 0 })
  expect(await tablesOf(elsewhere)).toEqual(TABLES)
})

test('many processes that start at once on the tables of an older version keep the rows', async () => {
  const { connect } = await openTestSchema()
  const server = connect()
  await postgresOutbox({ knex: server }).open()
  await server.raw(`drop table fake_sms_written;
    drop index fake_sms_refused, fake_sms_phone_refused;
    alter table fake_sms_submission drop column last_receipt;
    insert into fake_sms_submission (reference, copy, id, sender, phone, body, submitted_at)
    values ('one', '', 'sim_1', '+12025550199', '${phoneOf(1)}', 'Hi', '2026-03-01T12:00:00Z')`)
  const outboxes = Array.from({ length: 12 }, () => postgresOutbox({ knex: connect() }))
  await Promise.all(outboxes.map((outbox) => outbox.open()))
  expect(await tablesOf(server)).toEqual(TABLES)
  await outboxes[0]!.keepReceipt({ reference: 'one', failure: null })
  expect(await outboxes[1]!.texts({ phone: null, limit: 10 })).toMatchObject([{ id: 'sim_1', state: 'delivered' }])
})

test('if another process creates only some of the tables first, the outbox creates the others', async () => {
  const { connect } = await openTestSchema()
  const [server, outbox] = [connect(), postgresOutbox({ knex: connect() })]
  const older = await server.transaction()
  await older.raw('create table fake_sms_behaviour (phone text primary key)')
  const opening = outbox.open()
  while ((await server.raw<{ rows: unknown[] }>(CREATING)).rows.length === 0);
  await older.commit()
  await opening
  expect(await tablesOf(server)).toEqual(TABLES)
})

test('creating the tables may take longer than the statement timeout', async () => {
  const { connect } = await openTestSchema()
  const [server, outbox] = [connect(), postgresOutbox({ knex: connect({ statementTimeoutMs: 100 }) })]
  const blocker = await server.transaction()
  await blocker.raw('create table fake_sms_written (id text)')
  let isOver = false
  const opening = outbox.open().finally(() => (isOver = true))
  const waitsLong = `${CREATING} and clock_timestamp() - query_start > interval '300 ms'`
  while (!isOver && (await server.raw<{ rows: unknown[] }>(waitsLong)).rows.length === 0);
  await blocker.rollback()
  await opening
  expect(await tablesOf(server)).toEqual(TABLES)
})

const CREATING = `
  select from pg_locks join pg_stat_activity using (pid)
   where not granted and query like '%create table if not exists fake_sms%'`

test('changes by one process reach the watchers of another process', async () => {
  const { connect } = await openTestSchema()
  const [here, there] = [connect(), connect()].map((knex) => simOf(deps, { outbox: postgresOutbox({ knex }) }))
  const [{ fake, call }, { watch }] = [await here!, await there!]
  const { next } = await watch()
  expect(await next()).toEqual({ event: 'texts', data: { results: [], isWhole: true } })
  const reference = `acc_${'0'.repeat(26)}.msg_${'0'.repeat(26)}`
  const submission = { reference, from: '+12025550199', to: phoneOf(1), body: 'Hi', mediaUrl: null }
  await fake.submit([submission], { deadlineMs: 60_000 })
  expect(await next()).toMatchObject({ event: 'text', data: { phone: phoneOf(1), body: 'Hi', state: 'arrived' } })
  await call('POST', '/inbound', { from: phoneOf(1), to: '+12025550199', body: 'STOP' })
  expect(await next()).toMatchObject({ event: 'text', data: { phone: phoneOf(1), body: 'STOP', state: 'written' } })
  await call('POST', '/receipts', { reference, status: 'delivered' })
  expect(await next()).toMatchObject({ event: 'text', data: { body: 'Hi', state: 'delivered' } })
  await call('DELETE', '/messages')
  expect(await next()).toEqual({ event: 'cleared', data: {} })
})

test('if opening the outbox fails, the next call opens it', async () => {
  const { schema, connect } = await openTestSchema()
  const knex = connect()
  await knex.raw('alter schema ?? rename to ??', [schema, `${schema}_hidden`])
  const outbox = postgresOutbox({ knex })
  await expect(outbox.open()).rejects.toThrow('no schema has been selected')
  await knex.raw('alter schema ?? rename to ??', [`${schema}_hidden`, schema])
  expect(await outbox.stats()).toEqual({ delivered: 0, deduplicated: 0, refused: 0 })
})

test('a message that another process has just accepted gets the same outcome', async () => {
  const { connect } = await openTestSchema()
  const [outbox, server] = [postgresOutbox({ knex: connect() }), connect()]
  // A refused number in the batch prevents the plain insert, so `submitWithCounters` handles every message.
  await outbox.behave(aBehaviour({ to: phoneOf(2), outcome: 'reject' }))
  const blocker = await server.transaction()
  await blocker.raw(`insert into fake_sms_submission (reference, copy, id, sender, phone, body, submitted_at)
    values ('one', '', 'taken by another', '+12025550199', '${phoneOf(1)}', 'Hi', '2026-03-01T12:00:00Z')`)
  const candidate = { id: 'ours', reference: 'one', from: '+12025550199', to: phoneOf(1), body: 'Hi', mediaUrl: null }
  const refused = { ...candidate, id: 'other', reference: 'other', to: phoneOf(2) }
  const terms = { now: systemClock.now(), room: { count: Infinity, afterMs: () => 0 }, deduplicates: true }
  const taking = outbox.take([candidate, refused, { ...candidate, id: 'ours again' }], terms)
  while ((await server.raw(WAITING)).rowCount === 0) await new Promise(setImmediate)
  await blocker.commit()
  const accepted = { kind: 'accepted', providerId: 'taken by another' }
  expect((await taking).responses.map(({ outcome }) => outcome)).toEqual([
    accepted,
    { kind: 'refused', type: 'carrier_rejected', message: expect.any(String) },
    accepted,
  ])
  expect(await outbox.stats()).toEqual({ delivered: 1, deduplicated: 2, refused: 1 })
})

const WAITING = `
  select from pg_locks join pg_stat_activity using (pid)
   where not granted and query like '%insert into fake_sms_submission%'`

test('after a restart the phones have the same texts, and a repeat is recognized', async () => {
  const { connect } = await openTestSchema()
  const before = connect()
  const first = new FakeSms({ ...deps, outbox: postgresOutbox({ knex: before }) })
  const submission = { reference: 'one', from: '+12025550199', to: phoneOf(1), body: 'Hi', mediaUrl: null }
  const outcomes = await first.submit([submission], { deadlineMs: 60_000 })
  await first.behave(aBehaviour({ deduplicates: true, canBeAsked: false }))
  const texts = await first.list({ to: null, limit: 10 })
  await before.destroy()

  const second = new FakeSms({ ...deps, outbox: postgresOutbox({ knex: connect() }) })
  await second.open()
  expect(second.canBeAsked).toBe(false)
  expect(await second.list({ to: null, limit: 10 })).toEqual(texts)
  expect(await second.submit([submission], { deadlineMs: 60_000 })).toEqual(outcomes)
  expect(await second.stats()).toEqual({ delivered: 1, deduplicated: 1, refused: 0 })
})

test('a call ends at the deadline if the database hangs', async () => {
  const { connect } = await openTestSchema()
  const knex = connect()
  const fake = new FakeSms({ ...deps, outbox: postgresOutbox({ knex }) })
  await fake.open()
  const blocker = await connect().transaction()
  await blocker.raw('lock table fake_sms_submission in access exclusive mode')
  const submission = { reference: 'one', from: '+12025550199', to: phoneOf(1), body: 'Hi', mediaUrl: null }
  expect(await fake.submit([submission], { deadlineMs: 30 })).toEqual([{ kind: 'unknown' }])
  expect(await fake.find(['one'], { deadlineMs: 30 })).toEqual([{ kind: 'unknown' }])
  await blocker.rollback()
  while ((await fake.list({ to: null, limit: 1 })).length === 0) await new Promise(setImmediate)
})

test('an internal error is reported to onError', async () => {
  const { connect } = await openTestSchema()
  const knex = connect()
  const errors: unknown[] = []
  const fake = new FakeSms({ ...deps, outbox: postgresOutbox({ knex }), onError: (error) => errors.push(error) })
  await fake.open()
  await knex.raw('drop table fake_sms_submission')
  const submission = { reference: 'one', from: '+12025550199', to: phoneOf(1), body: 'Hi', mediaUrl: null }
  expect(await fake.submit([submission], { deadlineMs: 5_000 })).toEqual([{ kind: 'unknown' }])
  expect(errors).toMatchObject([{ code: '42P01' }])
})

async function tablesOf(knex: Knex): Promise<readonly string[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    'select table_name as name from information_schema.tables where table_schema = current_schema() order by 1',
  )
  return rows.map(({ name }) => name)
}
