import { expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { connect } from '../connection/connect.js'
import { openTestDatabase } from '../testing/test-database.js'
import { ACCOUNT_TABLES, CARRIER_TABLES, REFERENCE_TABLES } from './distribution/tables.js'

test('every table belongs to accounts, or is listed as an exception', async () => {
  const { knex } = await openTestDatabase()
  expect(await namesOf(knex, TABLES)).toEqual(
    ['carillon_migration', ...REFERENCE_TABLES, ...CARRIER_TABLES, ...ACCOUNT_TABLES].sort(),
  )
})

test('every key of a table that belongs to accounts starts with the account', async () => {
  const { knex } = await openTestDatabase()
  expect(await namesOf(knex, KEYS_WITHOUT_ACCOUNT)).toEqual([])
})

test('there are no sequences, no triggers, and no ON DELETE SET NULL', async () => {
  const { knex } = await openTestDatabase()
  expect(await namesOf(knex, FORBIDDEN)).toEqual([])
})

test('ids and names are compared byte by byte', async () => {
  const { knex } = await openTestDatabase()
  expect(await namesOf(knex, KEYS_WITH_A_LANGUAGE)).toEqual([])
})

test('the checks of the schema find violations', async () => {
  const { url } = await openTestDatabase()
  const knex = await connect(url)
  const undone = new Error('Undone')
  const planting = knex.transaction(async (trx) => {
    await trx.raw(PLANTED)
    expect(await namesOf(trx, TABLES)).toContain('planted')
    const keys = ['planted_fkey', 'planted_key', 'planted_pkey', 'planted_unique']
    expect(await namesOf(trx, KEYS_WITHOUT_ACCOUNT)).toEqual(keys)
    expect(await namesOf(trx, FORBIDDEN)).toEqual(['planted_fkey', 'planted_seq', 'planted_trigger'])
    expect(await namesOf(trx, KEYS_WITH_A_LANGUAGE)).toEqual(['planted_pkey'])
    throw undone
  })
  await expect(planting).rejects.toBe(undone)
  await knex.destroy()
})

const PLANTED = `
  create sequence planted_seq;
  create table planted (
    id text,
    account_id text collate "C",
    phone text collate "C",
    constraint planted_pkey primary key (id, account_id),
    constraint planted_key unique (phone),
    constraint planted_fkey foreign key (account_id) references account (id) on delete set null
  );
  create unique index planted_unique on planted (phone, account_id);
  alter table planted drop constraint planted_fkey;
  alter table planted add constraint planted_fkey
    foreign key (phone) references tracking_link (link) on delete set null;
  create trigger planted_trigger before update on planted
    for each row execute function suppress_redundant_updates_trigger()`

const TABLES = `
  select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`

/** In tables that belong to accounts: the unique indexes and foreign keys that do not start with the account. */
const KEYS_WITHOUT_ACCOUNT = `
  select index.relname as name
    from pg_index
    join pg_class as index on index.oid = pg_index.indexrelid
    join pg_class as t on t.oid = pg_index.indrelid
    join pg_attribute as first on first.attrelid = t.oid and first.attnum = pg_index.indkey[0]
   where t.relnamespace = current_schema()::regnamespace and pg_index.indisunique
     and t.relname <> all (?::text[]) and first.attname <> 'account_id'
  union all
  select pg_constraint.conname
    from pg_constraint
    join pg_class as t on t.oid = pg_constraint.conrelid
    join pg_attribute as first on first.attrelid = t.oid and first.attnum = pg_constraint.conkey[1]
   where t.relnamespace = current_schema()::regnamespace and pg_constraint.contype = 'f'
     and t.relname <> all (?::text[]) and first.attname <> 'account_id'`

const FORBIDDEN = `
  select relname as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace
  union all
  select tgname from pg_trigger where not tgisinternal
  union all
  select conname from pg_constraint where contype = 'f' and confdeltype in ('n', 'd')`

const KEYS_WITH_A_LANGUAGE = `
  select distinct index.relname as name
    from pg_index
    join pg_class as index on index.oid = pg_index.indexrelid
    join pg_collation on pg_collation.oid = any (pg_index.indcollation)
   where index.relnamespace = current_schema()::regnamespace and pg_collation.collname <> 'C'`

async function namesOf(knex: Knex, sql: string): Promise<readonly string[]> {
  const lists = sql
    .split('?::text[]')
    .slice(1)
    .map(() => [...REFERENCE_TABLES, ...CARRIER_TABLES, 'carillon_migration'])
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(sql, lists)
  return rows.map(({ name }) => name).sort()
}
