import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { ANN, BOB, NOW, aConsent, describeConsentStore, accountFixture, phoneOf } from '@carillon/contracts'
import type { HeldRefusal } from '@carillon/core'
import { signal } from '../testing/signal.js'
import { openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'

describeConsentStore(() => openTestDatabase())

const PHONES = Array.from({ length: 2_000 }, (_, n) => phoneOf(n))

test.each(['new', 'known'])(
  'two concurrent locks of the same %s numbers in opposite orders never deadlock',
  async (kind) => {
    const { account, run } = await accountFixture(await openTestDatabase())
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

test('two concurrent calls of addOrLock for the same numbers in opposite orders never deadlock', async () => {
  const { account, run } = await accountFixture(await openTestDatabase())
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

test('a STOP that waits for a send to its number comes before all later sends to the number', async () => {
  const database = await openTestDatabase()
  const { account, run } = await accountFixture(database)
  await run(({ consents }) => consents.save([aConsent({ account: account.id, phone: ANN, activeGroups: 1 })]))
  const seen: (HeldRefusal | null)[] = []
  const send = (until: Promise<void> = Promise.resolve()) =>
    run(async ({ consents }) => {
      seen.push((await consents.lockShared(account.id, [ANN])).get(0) ?? null)
      await until
    })
  const stop = () =>
    run(async ({ consents }) => {
      const consent = (await consents.lock(account.id, [ANN])).get(ANN)!
      await consents.save([{ ...consent, optedOutAt: NOW }])
    })
  const end = signal()
  const first = send(end.given)
  while (seen.length === 0) await setImmediate()
  const stopped = stop()
  await waitForLockWaiters(database)
  const later = [send(), send(), send()]
  await waitForLockWaiters(database, { count: 4 })
  end.give()
  await Promise.all([first, stopped, ...later])
  expect(seen).toEqual([null, 'hard-opted-out', 'hard-opted-out', 'hard-opted-out'])
})

test.each(['lock', 'addOrLock'])(
  'concurrent calls of %s that wait for an erasure of the number run one after another',
  async (how) => {
    const database = await openTestDatabase()
    const { account, run } = await accountFixture(database)
    await run(({ consents }) => consents.save([aConsent({ account: account.id, phone: ANN, activeGroups: 7 })]))
    const erasing = await database.knex.transaction()
    await erasing.raw('select from consent where account_id = ? for update', [account.id])
    const join = () =>
      run(async ({ consents }) => {
        const known =
          how === 'lock'
            ? await consents.lock(account.id, [ANN, BOB])
            : await consents.addOrLock(account.id, [aConsent({ account: account.id, phone: ANN, activeGroups: 1 })])
        const consent = known.get(ANN)
        if (consent === undefined) return
        await consents.save([{ ...consent, activeGroups: consent.activeGroups + 1 }])
      })
    const joined = [join(), join(), join()]
    await waitForLockWaiters(database, { count: 3 })
    await erasing.raw('delete from consent where account_id = ?', [account.id])
    await erasing.commit()
    await Promise.all(joined)
    expect(await run(({ consents }) => consents.find(account.id, ANN))).toMatchObject({ activeGroups: 3 })
  },
)
