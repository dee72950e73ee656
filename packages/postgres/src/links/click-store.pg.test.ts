import { expect, test } from '@jest/globals'
import { aClick, aMessageLink, after, describeClickStore, accountFixture } from '@carillon/contracts'
import { COUNTED_CLICKS_MAX, type Click } from '@carillon/core'
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

test('two processes count the same clicks from one network as one process does', async () => {
  const first = await openTestDatabase()
  const second = await first.another()
  const { account, run } = await accountFixture(first)
  const url = aMessageLink({ account: account.id })
  await run(({ clicks }) => clicks.add(account.id, [url]))
  const minutes = Array.from({ length: 30 }, (_, i) => after(60 * i))
  for (const code of [url.code, null]) {
    const record = ({ unitOfWork }: typeof first, given: Partial<Click>) =>
      unitOfWork.run(({ clicks }) => clicks.record(aClick({ account: account.id, code, network: 7, ...given })))
    const results = await Promise.all(
      minutes.flatMap((at) => [record(first, { at }), record(second, { at }), record(second, { at, visitor: 'bot' })]),
    )
    expect(results.filter(({ isRepeat }) => isRepeat)).toHaveLength(2 * minutes.length - COUNTED_CLICKS_MAX)
    const last = await record(first, { visitor: 'bot' })
    expect(last).toMatchObject({ people: COUNTED_CLICKS_MAX, bots: minutes.length + 1, repeats: 40 })
  }
})
