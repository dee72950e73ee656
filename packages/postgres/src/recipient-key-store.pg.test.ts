import { expect, test } from '@jest/globals'
import { NOW, after, describeRecipientKeyStore, houseOf, ids, phoneOf } from '@carillon/contracts'
import { openTestDatabase } from './testing/test-database.js'

describeRecipientKeyStore(() => openTestDatabase())

const PHONES = Array.from({ length: 2_000 }, (_, n) => phoneOf(n))
const KEYS = PHONES.map(() => 'key')

test.each(['new', 'expired'])(
  'two that bind the same %s keys, one from the other end, never deadlock',
  async (kind) => {
    const { account, run } = await houseOf(await openTestDatabase())
    const keysOf = (phones: typeof PHONES) => ({ account: account.id, broadcast: ids.next('brc'), phones, keys: KEYS })
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
    const others = await Promise.all([bind(PHONES), bind(PHONES.toReversed())])
    expect(others.map(({ size }) => size).sort()).toEqual([0, PHONES.length])
    expect(attempts).toBe(2)
  },
)

test.each(['expire', 'free'] as const)(
  'keys that are bound anew while others %s them from the other end never deadlock',
  async (change) => {
    const { account, run } = await houseOf(await openTestDatabase())
    const keys = { account: account.id, broadcast: ids.next('brc'), phones: PHONES, keys: KEYS }
    await run(({ recipientKeys }) => recipientKeys.bind({ ...keys, now: NOW }))
    let attempts = 0
    const changed = run(({ recipientKeys }) => {
      attempts++
      return recipientKeys[change]({ ...keys, phones: PHONES.toReversed(), at: after(1) })
    })
    const other = { ...keys, broadcast: ids.next('brc') }
    const bound = run(({ recipientKeys }) => {
      attempts++
      return recipientKeys.bind({ ...other, now: NOW })
    })
    await Promise.all([changed, bound])
    expect(attempts).toBe(2)
  },
)
