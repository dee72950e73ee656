import type { AccountId, Pseudonym } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, after } from '../fixtures/builders.js'
import { eraseOptedOut } from './erased-opt-out.js'

/** The part of the consent store's contract for opt-outs of erased numbers. */
export function describeSuppressions(open: OpenTestAdapters) {
  const [ONE, OTHER, UNKNOWN] = ['one', 'other', 'unknown'] as unknown as [Pseudonym, Pseudonym, Pseudonym]
  const phones = new Map([
    [ONE, ANN],
    [OTHER, BOB],
    [UNKNOWN, CAT],
  ])

  const openFixture = async () => {
    const fixture = await accountFixture(await open())
    const erase = (account: AccountId, subject: Pseudonym, optedOutAt: Date) =>
      fixture.run((stores) => eraseOptedOut(stores, { account, phone: phones.get(subject)!, subject, optedOutAt }))
    return { ...fixture, erase }
  }

  describe('opt-outs of erased numbers', () => {
    test('are stored by pseudonym, with their time, for one account', async () => {
      const { run, account, neighbour, erase } = await openFixture()
      const theirs = await neighbour()
      await erase(account.id, ONE, after(1))
      await erase(account.id, OTHER, after(2))
      await erase(theirs.id, UNKNOWN, after(3))
      const suppressed = (...subjects: Pseudonym[]) => run(({ consents }) => consents.suppressed(account.id, subjects))
      expect(await suppressed(UNKNOWN, OTHER, ONE)).toEqual(
        new Map([
          [ONE, after(1)],
          [OTHER, after(2)],
        ]),
      )
      expect(await suppressed(OTHER)).toEqual(new Map([[OTHER, after(2)]]))
      expect(await suppressed(UNKNOWN)).toEqual(new Map())
      expect(await suppressed()).toEqual(new Map())
    })

    test('are reported by hasSuppressed, for one account', async () => {
      const { run, account, neighbour, erase } = await openFixture()
      const theirs = await neighbour()
      const has = (id = account.id) => run(({ consents }) => consents.hasSuppressed(id))
      expect(await has()).toBe(false)
      await erase(account.id, ONE, after(1))
      expect([await has(), await has(theirs.id)]).toEqual([true, false])
      await run(({ consents }) => consents.unsuppress(account.id, [ONE]))
      expect(await has()).toBe(false)
    })

    test('are deleted for the given pseudonyms and account only', async () => {
      const { run, account, neighbour, erase } = await openFixture()
      const theirs = await neighbour()
      for (const [id, subject] of [
        [account.id, ONE],
        [account.id, OTHER],
        [theirs.id, ONE],
      ] as const) {
        await erase(id, subject, after(1))
      }
      await run(({ consents }) => consents.unsuppress(account.id, [ONE, UNKNOWN]))
      await run(({ consents }) => consents.unsuppress(account.id, []))
      const left = (id: AccountId) => run(({ consents }) => consents.suppressed(id, [ONE, OTHER]))
      expect([...(await left(account.id)).keys()]).toEqual([OTHER])
      expect([...(await left(theirs.id)).keys()]).toEqual([ONE])
    })
  })
}
