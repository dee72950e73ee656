import { acceptanceOf, aConsent, aLedgerEntry, aSender, sentOf, singleSendStoreFixture } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { LOOK_UP_ALL } from '../sql/join-strategy.js'
import { run } from '../sql/sql.js'
import { rowsComparedBy } from '../testing/rows-compared.js'
import { onePostgresTest, openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'
import { PostgresSingleSendStore } from './single-send-store.js'

const STORED = 2_000
/** Far more than the rows of one send, and far fewer than those of all. */
const COMPARED_MAX = 500

onePostgresTest(
  'a send compares no rows of other sends, although Postgres has not analyzed the tables since they were empty',
  async () => {
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
  },
)

test('sends that wait for a lock, however many, do not delay the sends of another account', async () => {
  const database = await openTestDatabase()
  const fixture = await singleSendStoreFixture(async () => database, 'runOne')
  const { id: other } = await fixture.neighbour()
  const sender = aSender({ account: other, number: '+12025550188' })
  await fixture.run(async ({ senders, consents, credits }) => {
    await senders.put(sender)
    await consents.save([aConsent({ account: other, activeGroups: 1 })])
    await credits.post(other, [aLedgerEntry({ account: other, amount: 10 })])
  })
  const locked = await database.knex.transaction()
  await locked.raw('select from credit_balance where account_id = ? for update', [fixture.account.id])
  const waiting = Array.from({ length: 5 }, () => fixture.accept(fixture.message()))
  await waitForLockWaiters(database)
  expect(await fixture.accept(fixture.message({ account: other, from: sender.number }))).toEqual({ isAccepted: true })
  expect(await Promise.race([...waiting, Promise.resolve('all wait')])).toBe('all wait')
  await locked.rollback()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ isAccepted: true })))
})
