import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { NOW, acceptanceOf, aMessage, aSender, after, anApiKey, accountFixture } from '@carillon/contracts'
import makeKnex, { type Knex } from 'knex'
import { onPostgres } from '../on-postgres.js'
import { dumpTables } from '../schema/dump-tables.js'
import { migrate } from '../schema/migrations.js'
import { startupProblems } from '../schema/startup-problems.js'
import { openBlankDatabase } from '../testing/test-database.js'
import { connect } from './connect.js'

/** With day and month swapped, this is a different valid date. `RATE` is inexact unless every digit is printed. */
const DAY = '2026-02-11'
const CREATED_AT = new Date(`${DAY}T05:15:27.123Z`)
const RATE = 0.1 + 0.2
const ODD_FORM = {
  ...{ datestyle: 'SQL, DMY', intervalstyle: 'sql_standard', extra_float_digits: '-15', bytea_output: 'escape' },
  ...{ standard_conforming_strings: 'off', timezone: 'America/St_Johns' },
}

/** Connects to a database with unusual settings for every output format. */
let host: Knex
let url: string

beforeAll(async () => {
  const database = await openBlankDatabase()
  url = database.url
  const { rows } = await database.knex.raw('select current_database() as name')
  for (const [name, value] of Object.entries(ODD_FORM)) {
    await database.knex.raw(`alter database ${rows[0].name} set ${name} to '${value}'`)
  }
  host = makeKnex({ client: 'pg', connection: { connectionString: url }, pool: { min: 0, max: 2 } })
})

afterAll(() => host.destroy())

test.each([undefined, 'texting'])('stored values are read back unchanged, in the schema %s', async (schema) => {
  await migrate(host, { schema })
  const clock = { now: () => NOW }
  const stored = onPostgres({ knex: host, clock, schema })
  const { run, account } = await accountFixture(stored)
  const sender = aSender({ account: account.id, messagesPerSecond: RATE, createdAt: CREATED_AT })
  const key = anApiKey({ account: account.id })
  await run(async ({ senders, apiKeys }) => [await senders.put(sender), await apiKeys.put(key)])

  expect(await run(({ senders }) => senders.of(account.id))).toEqual([sender])
  const { number } = sender
  const refused = acceptanceOf(aMessage({ account: account.id, from: number }), { day: DAY, dailyQuota: 0 })
  const decisions = await run(({ singleSends }) => singleSends.accept([refused]))
  expect(decisions).toMatchObject([{ facts: { sender } }])
  expect(await stored.unitOfWork.runOne(({ singleSends }) => singleSends.accept([refused]))).toEqual(decisions)
  expect((await stored.keyring.find(key.id))?.account).toEqual(account)
  const taking = { account: account.id, bucket: 'message' as const, limit: 5 }
  await stored.rateLimiter.take({ ...taking, now: NOW })
  expect((await stored.rateLimiter.take({ ...taking, now: after(1) })).remaining).toBe(3)
  await stored.close()
})

test('the clock of the database is read correctly', async () => {
  expect(await startupProblems({ knex: host, schema: 'texting', clock: { now: () => new Date() } })).toEqual([])
})

test('the settings of the host’s connections are unchanged', async () => {
  const { rows } = await host.raw(FORM, [Object.keys(ODD_FORM)])
  expect(rows).toEqual([{ form: ODD_FORM }])
})

test('Carillon’s own connections and dumps use the standard output formats', async () => {
  const ours = await connect(url)
  const { rows } = await ours.raw(`select date '${DAY}'::text as day, ${RATE}::double precision::text as rate`)
  await ours.destroy()
  expect(rows).toEqual([{ day: DAY, rate: String(RATE) }])
  const dumped = await dumpTables(host, async ({ migrations, tables, rowsOf }) => {
    const table = tables.find(({ name }) => name === 'sender')!
    const content: Buffer[] = []
    for await (const chunk of rowsOf(table)) content.push(chunk)
    return { appliedAt: migrations[0]!.appliedAt, content: Buffer.concat(content).toString() }
  })
  expect(dumped.appliedAt).toMatch(/^\d{4}-\d\d-\d\d /)
  expect(dumped.content).toContain(`${RATE}\t${DAY} 05:15:27.123+00`)
})

const FORM = 'select json_object_agg(lower(name), setting) as form from pg_settings where lower(name) = any (?)'
