import { expect, test } from '@jest/globals'
import { aConsent, describeConsentStore, houseOf, phoneOf } from '@carillon/contracts'
import { openTestDatabase } from './testing/test-database.js'

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

test('two that add or lock the same numbers, one from the other end, never deadlock', async () => {
  const { account, run } = await houseOf(await openTestDatabase())
  let attempts = 0
  const enter = (phones: typeof PHONES) =>
    run(({ consents }) => {
      attempts++
      return consents.addOrLock(
        account.id,
        phones.map((phone) => aConsent({ account: account.id, phone, activeGroups: 1 })),
      )
    })
  const known = await Promise.all([enter(PHONES), enter(PHONES.toReversed())])
  expect(known.map(({ size }) => size).sort()).toEqual([0, PHONES.length])
  expect(attempts).toBe(2)
})
