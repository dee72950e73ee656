import { expect, test } from '@jest/globals'
import { describeConsentStore, houseOf, phoneOf } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeConsentStore(() => openTestDatabase())

const PHONES = Array.from({ length: 2_000 }, (_, n) => phoneOf(n))

test.each(['new', 'known'])(
  'two that lock the same %s numbers, one from the other end, never deadlock',
  async (kind) => {
    const { account, run } = await houseOf(await openTestDatabase())
    if (kind === 'known') await run(({ consents }) => consents.lock(account.id, PHONES))
    let attempts = 0
    const lock = (phones: typeof PHONES) =>
      run(async ({ consents }) => {
        attempts++
        expect((await consents.lock(account.id, phones)).size).toBe(PHONES.length)
      })
    await Promise.all([lock(PHONES), lock(PHONES.toReversed())])
    expect(attempts).toBe(2)
  },
)
