import { after, describeTestTexts, NOW } from '@carillon/contracts'
import { SimulationClock } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresTestTexts } from './test-texts.js'

const DAY_S = 86_400

async function open() {
  const { knex } = await openTestDatabase()
  const clock = new SimulationClock(NOW)
  return { knex, clock, texts: new PostgresTestTexts({ knex, clock }) }
}

describeTestTexts(async () => {
  const { knex, clock, texts } = await open()
  return { texts, twin: new PostgresTestTexts({ knex, clock }) }
})

test('test texts are deleted after a day, when the next one begins', async () => {
  const { clock, texts } = await open()
  const [old, recent] = ['test.old', 'test.recent'].map((reference) => ({ carrier: 'main', reference }))
  await texts.begin(old!)
  await texts.submitted(old!, { kind: 'unknown' })
  clock.set(after(DAY_S - 1))
  await texts.begin(recent!)
  await texts.submitted(recent!, { kind: 'unknown' })
  expect(await texts.find(old!)).not.toBeNull()
  clock.set(after(DAY_S))
  await texts.begin({ carrier: 'main', reference: 'test.new' })
  expect(await texts.find(old!)).toBeNull()
  expect(await texts.find(recent!)).not.toBeNull()
  expect(await texts.submitted(old!, { kind: 'unknown' })).toMatchObject({ receipt: null })
})
