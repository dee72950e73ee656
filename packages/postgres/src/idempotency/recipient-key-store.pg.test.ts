import { expect, test } from '@jest/globals'
import { NOW, after, describeRecipientKeyStore, accountFixture, ids, phoneOf } from '@carillon/contracts'
import { onePostgresTest, openTestDatabase, whileLocked } from '../testing/test-database.js'
import { PostgresRecipientKeyStore } from './recipient-key-store.js'

describeRecipientKeyStore(() => openTestDatabase())

const PHONES = Array.from({ length: 2_000 }, (_, n) => phoneOf(n))
const KEYS = PHONES.map(() => 'key')
const MIDDLE = 1_000

test.each(['new', 'expired'])(
  'two concurrent bindings of the same %s keys in opposite orders never deadlock',
  async (kind) => {
    const database = await openTestDatabase()
    const { account, run } = await accountFixture(database)
    const keysOf = (phones: typeof PHONES) => ({
      account: account.id,
      broadcast: ids.next('brc'),
      phones,
      keys: phones.map(() => 'key'),
    })
    if (kind === 'expired') {
      const before = keysOf(PHONES)
      await run(({ recipientKeys }) => recipientKeys.bind({ ...before, now: NOW }))
      await run(({ recipientKeys }) => recipientKeys.expire({ ...before, at: after(1) }))
    }
    let attempts = 0
    const bind = (phones: typeof PHONES) => {
      const keys = keysOf(phones)
      return run(({ recipientKeys }) => {
        attempts++
        return recipientKeys.bind({ ...keys, now: after(1) })
      })
    }
    const others = await whileLocked(database, {
      lock: (trx) => new PostgresRecipientKeyStore(trx).bind({ ...keysOf([PHONES[MIDDLE]!]), now: after(1) }),
      start: () => [bind(PHONES), bind(PHONES.toReversed())],
    })
    expect(others.map(({ size }) => size).sort()).toEqual([0, PHONES.length])
    expect(attempts).toBe(2)
  },
)

onePostgresTest.each(['expire', 'free'] as const)(
  'binding keys again never deadlocks with a concurrent call of %s in the opposite order',
  async (change) => {
    const database = await openTestDatabase()
    const { account, run } = await accountFixture(database)
    const keys = { account: account.id, broadcast: ids.next('brc'), phones: PHONES, keys: KEYS }
    await run(({ recipientKeys }) => recipientKeys.bind({ ...keys, now: NOW }))
    let attempts = 0
    const changing = () =>
      run(async ({ recipientKeys }) => {
        attempts++
        await recipientKeys[change]({ ...keys, phones: PHONES.toReversed(), at: after(1) })
      })
    const other = { ...keys, broadcast: ids.next('brc') }
    const binding = () =>
      run(async ({ recipientKeys }) => {
        attempts++
        await recipientKeys.bind({ ...other, now: after(1) })
      })
    await whileLocked(database, {
      lock: (trx) =>
        new PostgresRecipientKeyStore(trx).expire({
          ...keys,
          phones: [PHONES[MIDDLE]!],
          keys: [KEYS[MIDDLE]!],
          at: NOW,
        }),
      start: () => [changing(), binding()],
    })
    expect(attempts).toBe(2)
  },
)
