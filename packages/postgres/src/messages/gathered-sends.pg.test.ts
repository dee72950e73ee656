import { acceptanceOf, sentOf, singleSendStoreFixture } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { LOOK_UP_ALL } from '../sql/join-strategy.js'
import { run } from '../sql/sql.js'
import { rowsComparedBy } from '../testing/rows-compared.js'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresSingleSendStore } from './single-send-store.js'

const STORED = 2_000
/** Far more than the rows of one send, and far fewer than those of all. */
const COMPARED_MAX = 500

test('a send compares no rows of other sends, although Postgres has not analyzed the tables since they were empty', async () => {
  const database = await openTestDatabase()
  const fixture = await singleSendStoreFixture(async () => database, 'runOne')
  await fixture.run(({ messages }) => messages.add(Array.from({ length: STORED }, () => fixture.message())))
  const message = fixture.message()
  const compared = await rowsComparedBy(database.url, async (knex) => {
    await run(knex, LOOK_UP_ALL, {})
    const store = new PostgresSingleSendStore(knex)
    await store.accept([acceptanceOf(message)])
    await store.settle([sentOf(message)], { leavesReceipts: true })
  })
  expect(compared).toBeGreaterThan(0)
  expect(compared).toBeLessThan(COMPARED_MAX)
})
