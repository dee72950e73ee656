import { afterEach, expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { connect } from '../connection/connect.js'
import { openBlankDatabase, waitForLockWaiters } from '../testing/test-database.js'
import { dumpTables, type CopiedTable, type Dump } from './dump-tables.js'
import { loadTables } from './load-tables.js'
import { migrate, migrateTo, unknownMigrations } from './migrations.js'

const open: Knex[] = []

afterEach(async () => {
  for (const knex of open.splice(0)) await knex.destroy()
})

test('a load restores every dumped value of every type exactly', async () => {
  const [from, to] = [await withEverything(), await blank()]
  await migrate(to.knex)
  await to.knex.raw(ALL_TYPES)
  const counts = await copied(from.knex, to.knex)
  expect(counts.get('all_types')).toBe(3)
  expect(counts.get('account')).toBe(2)
  expect(await contentOf(to.knex)).toEqual(await contentOf(from.knex))
})

test('a dump shows the rows of one instant, and does not block concurrent changes', async () => {
  const { knex } = await withEverything()
  const counts = await dumpTables(knex, async (dump) => {
    await addAccount(knex, 'acc_later')
    await knex.raw('delete from all_types')
    return countsOf(dump)
  })
  expect([counts.get('account'), counts.get('all_types')]).toEqual([2, 3])
  expect((await knex.raw('select id from account')).rowCount).toBe(3)
})

test('a dump does not block the migrations of a server that starts', async () => {
  const { knex } = await withEverything()
  expect(await dumpTables(knex, () => migrate(knex))).toEqual([])
})

test('a dump waits for a running migration, and includes it', async () => {
  const { knex } = await withEverything()
  const trx = await knex.transaction()
  await trx.raw('lock table carillon_migration in access exclusive mode')
  await trx.raw('create table made_meanwhile (id text)')
  const dumping = dumpTables(knex, async ({ tables }) => tables.map(({ name }) => name))
  await waitForLockWaiters({ knex })
  await trx.commit()
  expect(await dumping).toContain('made_meanwhile')
})

test('each table comes after the tables that it references', async () => {
  const { knex } = await withEverything()
  const names = await dumpTables(knex, async ({ tables }) => tables.map(({ name }) => name))
  for (const [first, later] of [
    ['account', 'api_key'],
    ['tag', 'group_tag'],
    ['contact_group', 'group_tag'],
  ] as const) {
    expect(names.indexOf(later)).toBeGreaterThan(names.indexOf(first))
  }
  expect(names).not.toContain('carillon_migration')
})

test('the instants of applied migrations are copied to the microsecond', async () => {
  const [from, to] = [await withEverything(), await blank()]
  await from.knex.raw(`update carillon_migration set applied_at = '2026-03-02 12:00:00.123456Z' where id like '0001-%'`)
  await migrate(to.knex)
  await to.knex.raw(ALL_TYPES)
  await copied(from.knex, to.knex)
  const dates = (knex: Knex) => knex.raw('select id, applied_at::text from carillon_migration order by id')
  expect((await dates(to.knex)).rows).toEqual((await dates(from.knex)).rows)
})

test('a failed load keeps the existing rows', async () => {
  const to = await withEverything()
  const loading = loadTables({
    knex: to.knex,
    migrations: [],
    fill: (load) => load.load({ name: 'account', columns: ['id'] }, piecesOf('acc_three\n')),
  })
  await expect(loading).rejects.toThrow('null value in column')
  expect((await to.knex.raw('select id from account')).rowCount).toBe(2)
})

test('truncated rows and dangling references are refused', async () => {
  const { knex } = await withEverything()
  const api_key = { name: 'api_key', columns: ['id', 'account_id', 'secret_hash', 'created_at'] }
  const load = (text: string) =>
    loadTables({ knex, migrations: [], fill: (into) => into.load(api_key, piecesOf(text)) })
  await expect(load('key_1\tacc_non')).rejects.toThrow('missing data')
  await expect(load('key_1\tacc_none\thash\t2026-03-02 12:00:00+00\n')).rejects.toThrow('violates foreign key')
})

test('a dump of a blank database is refused', async () => {
  const { knex } = await blank()
  await expect(dumpTables(knex, countsOf)).rejects.toThrow('The database has no tables of Carillon yet')
})

test('a schema is migrated only as far as the schema of the backup', async () => {
  const { knex } = await blank()
  expect(await migrateTo(knex, ['0001-contacts-and-consent', '0002-messages'])).toHaveLength(2)
  expect(unknownMigrations(['0001-contacts-and-consent', '9999-of-tomorrow'])).toEqual(['9999-of-tomorrow'])
})

const ALL_TYPES = `
  create table all_types (
    id integer primary key, words text, list text[], instants timestamptz[], at timestamptz, day date, bytes bytea,
    document json, parsed jsonb, is_so boolean, large bigint, exact numeric, rough double precision, "Odd ""name" text
  )`

const TEXTS = `
  insert into all_types values
    (1, E'tab\\tnew\\nline\\rback\\\\slash \\\\N \\\\. "quotes" \\u00e9\\U0001F514\\u200d', array['a,b', '', null, '{}', E'\\\\"', 'NULL'],
     array['2026-03-02 12:00:00.123456+05:30', 'infinity']::timestamptz[], '0044-03-15 12:00:00.000001 BC', '2024-02-29',
     '\\x00ff0a5c09', E'{ "b" :1, "a": "\\\\u0000\\\\n" , "b":2}', '{"z": [1.10, null], "a": "\\\\\\\\"}', true,
     9223372036854775807, 0.1000000000000000000000001, 0.1, ''),
    (2, '', '{}', '{}', '-infinity', 'infinity', '', '[]', 'null', false, -9223372036854775808, 'NaN', '-infinity', E'\\\\N'),
    (3, null, null, null, null, null, null, null, null, null, null, null, null, null)`

/** Creates a blank database. The SQL lint does not check its connection, because these tests read whole tables. */
async function blank(): Promise<{ readonly knex: Knex }> {
  const { url } = await openBlankDatabase()
  const knex = await connect(url)
  open.push(knex)
  return { knex }
}

async function withEverything(): Promise<{ readonly knex: Knex }> {
  const { knex } = await blank()
  await migrate(knex)
  await knex.raw(ALL_TYPES)
  await knex.raw(TEXTS.replaceAll('?', '\\?'))
  await addAccount(knex, 'acc_one')
  await addAccount(knex, 'acc_two')
  return { knex }
}

function addAccount(knex: Knex, id: string) {
  return knex.raw(
    `insert into account (
       id, name, timezone, silent_opt_in, rate_limits, compliance, created_at, service_texts, opt_in_form, retention
     )
     values (?, ?, 'America/New_York', false, '{}', '[]', '2026-03-02 12:00:00.000001Z', '{}', '{}', '{}')`,
    [id, `Account ${id}`],
  )
}

async function copied(from: Knex, to: Knex): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  await dumpTables(from, (dump) =>
    loadTables({
      knex: to,
      migrations: dump.migrations,
      fill: async (load) => {
        for (const table of dump.tables) {
          expect(load.has(table)).toBe(true)
          counts.set(table.name, await load.load(table, dump.rowsOf(table)))
        }
      },
    }),
  )
  return counts
}

async function countsOf({ tables, rowsOf }: Dump): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const table of tables) counts.set(table.name, await countOf(rowsOf(table)))
  return counts
}

async function countOf(rows: AsyncGenerator<Buffer, number>): Promise<number> {
  for (;;) {
    const { done, value } = await rows.next()
    if (done === true) return value
  }
}

/** Every row of every table, in the text form of Postgres. */
async function contentOf(knex: Knex): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await dumpTables(knex, async (dump) => dump.tables)
  const content = new Map<string, readonly string[]>()
  for (const { name } of tables as readonly CopiedTable[]) {
    const { rows } = await knex.raw<{ rows: { row: string }[] }>('select t::text as row from ?? as t order by 1', [
      name,
    ])
    content.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return content
}

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  for (const piece of text) yield Buffer.from(piece)
}
