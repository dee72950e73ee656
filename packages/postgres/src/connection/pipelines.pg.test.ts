import { singleSendStoreFixture } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'
import { Pipelines } from './pipelines.js'

const SETTINGS = 'set local enable_seqscan = off'
const SETTING = { name: 'setting', text: "select current_setting('enable_seqscan') as value", values: [] }
const SPEND = 'update credit_balance set sms_available = sms_available - $2 where account_id = $1'

test('settings hold for each statement, and not afterwards', async () => {
  const { knex } = await openTestDatabase()
  const pipelines = new Pipelines(knex, { settings: SETTINGS })
  for (let i = 0; i < 2; i++) expect((await pipelines.ask(SETTING)).rows).toEqual([{ value: 'off' }])
  expect((await knex.raw(SETTING.text)).rows).toEqual([{ value: 'on' }])
  await pipelines.close()
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
