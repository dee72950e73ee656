import { expect, test } from '@jest/globals'
import { openBlankDatabase, openTestDatabase } from '../testing/test-database.js'
import { migrate, pendingMigrations } from './migrations.js'
import type { Migration } from './migrations/migration.js'

const ONE: Migration = { id: '0001-one', sql: 'create table one (id text primary key); insert into one values (1)' }
const ALL = [
  '0001-contacts-and-consent',
  '0002-messages',
  '0003-clicks',
  '0004-broadcasts',
  '0005-service-secret',
  '0006-contact-lists',
  '0007-schedules',
  '0008-webhooks',
  '0009-consent-in-public',
  '0010-events-of-erasures',
  '0011-repeated-clicks',
  '0012-destinations',
  '0013-limits',
  '0014-possible-opt-outs',
  '0015-carriers',
  '0016-landlines',
  '0017-smsc-links',
  '0018-test-texts',
  '0019-receipt-carriers',
  '0020-users',
  '0021-lists',
  '0022-statistics',
  '0023-conversations',
  '0024-contact-search',
  '0025-imports-and-drafts',
  '0026-service',
  '0027-drafts',
  '0028-notes',
  '0029-smart-encoding',
  '0030-segments',
  '0031-templates',
  '0032-sending-windows',
  '0033-frequency-caps',
  '0034-pauses',
  '0035-pools',
  '0036-rate-counts',
  '0037-contacts-of-account',
  '0038-consents-of-imported-contacts',
]
const TWO: Migration = { id: '0002-two', sql: 'alter table one add column two text' }

test('migrate brings a blank database up to date, and returns the ids of the migrations', async () => {
  const { knex } = await openBlankDatabase()
  expect(await pendingMigrations(knex)).toEqual(ALL)
  expect(await migrate(knex)).toEqual(ALL)
  expect(await pendingMigrations(knex)).toEqual([])
  expect(await migrate(knex)).toEqual([])
})

test('each migration runs once when five processes start together', async () => {
  const { knex } = await openBlankDatabase()
  const done = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(knex, {}, [ONE, TWO])))
  expect(done.flat()).toEqual([ONE.id, TWO.id])
  const { rows } = await knex.raw('select count(*)::integer as count from one')
  expect(rows).toEqual([{ count: 1 }])
})

test('only the pending migrations run', async () => {
  const { knex } = await openBlankDatabase()
  await migrate(knex, {}, [ONE])
  expect(await pendingMigrations(knex, {}, [ONE, TWO])).toEqual([TWO.id])
  expect(await migrate(knex, {}, [ONE, TWO])).toEqual([TWO.id])
})

test('a failed migration also rolls back the ones before it', async () => {
  const { knex } = await openBlankDatabase()
  const bad = { id: '0002-bad', sql: 'alter table nowhere add column x text' }
  const expected = /^The migration 0002-bad fails: relation "nowhere" does not exist$/
  await expect(migrate(knex, {}, [ONE, bad])).rejects.toThrow(expected)
  expect(await pendingMigrations(knex, {}, [ONE])).toEqual([ONE.id])
  expect(await migrate(knex, {}, [ONE])).toEqual([ONE.id])
})

test('a schema that is newer than the code is refused in one line', async () => {
  const { knex } = await openBlankDatabase()
  await migrate(knex, {}, [ONE, TWO])
  const line = 'The database has the migration 0002-two, which this version does not know: use a newer version'
  await expect(migrate(knex, {}, [ONE])).rejects.toThrow(line)
  await expect(pendingMigrations(knex, {}, [ONE])).rejects.toThrow(line)
})

test('migrations use the schema of the caller’s search path', async () => {
  const { knex } = await openTestDatabase()
  await knex.transaction(async (trx) => {
    await trx.raw('create schema tenant_of_a_larger_house')
    await trx.raw('set local search_path to tenant_of_a_larger_house')
    expect(await migrate(trx)).toEqual(ALL)
    const { rows } = await trx.raw(`select to_regclass('tenant_of_a_larger_house.contact') is not null as made`)
    expect(rows).toEqual([{ made: true }])
    await trx.raw('drop schema tenant_of_a_larger_house cascade')
  })
})
