import { singleSendStoreFixture } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'
import { Pipelines } from './pipelines.js'

const SETTINGS = 'set local enable_seqscan = off'
const SETTING = { name: 'setting', text: "select current_setting('enable_seqscan') as value", values: [] }
const WHERE_IT_RUNS = {
  name: 'where_it_runs',
  text: 'select pg_backend_pid() as connection, pg_current_xact_id()::text as transaction',
  values: [],
}
const PREPARED = 'select name from pg_prepared_statements order by name'
const SPEND = 'update credit_balance set sms_available = sms_available - $2 where account_id = $1'

test('settings hold for each statement, and not afterwards', async () => {
  const { knex } = await openTestDatabase()
  const pipelines = new Pipelines(knex, { settings: SETTINGS })
  for (let i = 0; i < 2; i++) expect((await pipelines.ask(SETTING)).rows).toEqual([{ value: 'off' }])
  expect((await knex.raw(SETTING.text)).rows).toEqual([{ value: 'on' }])
  await pipelines.close()
})

test.each([
  ['not a transaction without settings', {}, 2],
  ['a transaction with settings', { settings: SETTINGS }, 1],
])('statements that are asked in order share a connection, and are %s', async (_, options, transactions) => {
  const { knex } = await openTestDatabase()
  const pipelines = new Pipelines(knex, options)
  const answers = await pipelines.askInOrder<{ connection: number; transaction: string }>([
    WHERE_IT_RUNS,
    WHERE_IT_RUNS,
  ])
  const [first, second] = answers.map(({ rows }) => rows[0]!)
  expect(second!.connection).toBe(first!.connection)
  expect(new Set([first!.transaction, second!.transaction]).size).toBe(transactions)
  await pipelines.close()
})

describe.each([
  ['with settings', { settings: SETTINGS }],
  ['without settings', {}],
])('a newer generation of a statement, %s,', (_, options) => {
  const openPipeline = async () => {
    const { knex } = await openTestDatabase()
    const pipelines = new Pipelines(knex, { ...options, pipelinesMax: 1 })
    const ask = (name: string, generation: number, text = 'select 1') =>
      pipelines.ask({ name, generation, text, values: [] })
    const prepared = async () => {
      const { rows } = await pipelines.ask<{ name: string }>({ text: PREPARED, values: [] })
      return rows.map(({ name }) => name)
    }
    return { ask, prepared, close: () => pipelines.close() }
  }

  test('replaces the plan of the older one, even if that was never prepared', async () => {
    const { ask, prepared, close } = await openPipeline()
    await ask('one', 0)
    await ask('other', 0)
    await expect(ask('late', 0, 'select from not_yet')).rejects.toThrow('not_yet')
    for (const name of ['one', 'late']) await ask(name, 1)
    expect(await prepared()).toEqual(['late_1', 'one_1', 'other_0'])
    await close()
  })

  test('also runs a statement that was delayed, and has an older generation', async () => {
    const { ask, prepared, close } = await openPipeline()
    for (const generation of [0, 1, 0, 1, 2, 0, 2]) expect((await ask('one', generation)).rowCount).toBe(1)
    await Promise.all([1, 3, 2, 4, 3].map((generation) => ask('one', generation)))
    await ask('one', 4)
    expect(await prepared()).toEqual(['one_4'])
    await close()
  })
})

describe.each([
  ['with settings', { settings: SETTINGS }],
  ['without settings', {}],
])('%s,', (_, options) => {
  test('statements that are asked together are one transaction: if one fails, none has an effect', async () => {
    const database = await openTestDatabase()
    const { account, balance } = await singleSendStoreFixture(async () => database)
    const pipelines = new Pipelines(database.knex, options)
    const spend = (credits: number) => ({ name: 'spend', text: SPEND, values: [account.id, credits] })
    const before = await balance()
    await expect(pipelines.askTogether([spend(1), spend(1_000)])).rejects.toThrow('violates check constraint')
    expect(await balance()).toEqual(before)
    await pipelines.askTogether([spend(1), spend(2)])
    expect(await balance()).toEqual({ ...before, sms: before.sms - 3 })
    await pipelines.close()
  })
})
