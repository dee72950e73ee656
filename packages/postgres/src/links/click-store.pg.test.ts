import { expect, test } from '@jest/globals'
import { aMessageLink, describeClickStore, accountFixture } from '@carillon/contracts'
import { openTestDatabase, whileLocked } from '../testing/test-database.js'
import { PostgresClickStore } from './click-store.js'

describeClickStore(() => openTestDatabase())

const MIDDLE = 1_000

test('two concurrent additions of the same URLs in opposite orders never deadlock', async () => {
  const database = await openTestDatabase()
  const { account, run } = await accountFixture(database)
  const messageLinks = Array.from({ length: 2_000 }, () => aMessageLink({ account: account.id }))
  let attempts = 0
  const add = (some: typeof messageLinks) =>
    run(({ clicks }) => {
      attempts++
      return clicks.add(account.id, some)
    })
  await whileLocked(database, {
    lock: (trx) => new PostgresClickStore(trx).add(account.id, [messageLinks[MIDDLE]!]),
    start: () => [add(messageLinks), add(messageLinks.toReversed())],
  })
  expect(attempts).toBe(2)
})
