import { describe, expect, test } from '@jest/globals'
import { noConsent, type PhoneNumber } from '@carillon/core'
import { ANN, BOB, CAT, aConsent, after, phoneOf } from './builders.js'
import { houseOf } from './house.js'
import type { OpenTestAdapters } from './test-adapters.js'

export function describeConsentStore(open: OpenTestAdapters) {
  const openHouse = async () => houseOf(await open())

  describe('consents', () => {
    test('of a number that nothing is known of are none', async () => {
      const { run, account } = await openHouse()
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(noConsent(account.id, ANN))
    })

    test('are kept for a number that no contact has', async () => {
      const { run, account } = await openHouse()
      const consent = aConsent({ account: account.id, optedOutAt: after(1) })
      await run(({ consents }) => consents.save([consent]))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(consent)
    })

    test('are replaced by the one that is saved last', async () => {
      const { run, account } = await openHouse()
      await run(({ consents }) => consents.save([aConsent({ account: account.id, optedOutAt: after(1) })]))
      const back = aConsent({ account: account.id, activeGroups: 2 })
      await run(({ consents }) => consents.save([back, aConsent({ account: account.id, phone: BOB, activeGroups: 1 })]))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(back)
      expect(await run(({ consents }) => consents.find(account.id, BOB))).toMatchObject({ activeGroups: 1 })
    })

    test('belong to one account', async () => {
      const { run, account, neighbour } = await openHouse()
      await run(({ consents }) => consents.save([aConsent({ account: account.id, optedOutAt: after(1) })]))
      const other = await neighbour()
      expect(await run(({ consents }) => consents.find(other.id, ANN))).toEqual(noConsent(other.id, ANN))
    })

    test('save of none changes nothing', async () => {
      const { run, account } = await openHouse()
      const consent = aConsent({ account: account.id, activeGroups: 2 })
      await run(({ consents }) => consents.save([consent]))
      await run(({ consents }) => consents.save([]))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(consent)
    })

    test('lock answers every number, whether or not anything is known of it', async () => {
      const { run, account } = await openHouse()
      const known = aConsent({ account: account.id, phone: BOB, activeGroups: 3 })
      await run(({ consents }) => consents.save([known]))
      const locked = await run(({ consents }) => consents.lock(account.id, [CAT, ANN, BOB]))
      const unknown = [CAT, ANN].map((phone) => [phone, noConsent(account.id, phone)] as const)
      expect(locked).toEqual(new Map([...unknown, [BOB, known]]))
      expect(await run(({ consents }) => consents.lock(account.id, []))).toEqual(new Map())
    })

    test('lock alone leaves nothing to be known', async () => {
      const { run, account } = await openHouse()
      await run(({ consents }) => consents.lock(account.id, [ANN]))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(noConsent(account.id, ANN))
    })

    test.each([true, false])(
      'lock makes changes of one number follow each other, known before: %s',
      async (isKnown) => {
        const { run, account } = await openHouse()
        if (isKnown) await run(({ consents }) => consents.save([aConsent({ account: account.id })]))
        const join = () =>
          run(async ({ consents }) => {
            const consent = (await consents.lock(account.id, [ANN])).get(ANN)!
            await consents.save([{ ...consent, activeGroups: consent.activeGroups + 1 }])
          })
        await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(join))
        expect(await run(({ consents }) => consents.find(account.id, ANN))).toMatchObject({ activeGroups: 8 })
      },
    )

    test('addOrLock keeps those of new numbers, and answers what is known of the others', async () => {
      const { run, account, neighbour } = await openHouse()
      const known = aConsent({ account: account.id, phone: BOB, activeGroups: 3, optedOutAt: after(1) })
      await run(({ consents }) => consents.save([known]))
      const other = await neighbour()
      await run(({ consents }) => consents.save([aConsent({ account: other.id, activeGroups: 5 })]))
      const joined = [CAT, ANN, BOB].map((phone) => aConsent({ account: account.id, phone, activeGroups: 1 }))
      const answer = await run(({ consents }) => consents.addOrLock(account.id, joined))
      expect(answer).toEqual(new Map([[BOB, known]]))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(joined[1])
      expect(await run(({ consents }) => consents.find(account.id, CAT))).toEqual(joined[0])
      expect(await run(({ consents }) => consents.find(account.id, BOB))).toEqual(known)
      expect(await run(({ consents }) => consents.addOrLock(account.id, []))).toEqual(new Map())
    })

    test('addOrLock makes changes of one number follow each other: one adds it, the others are told', async () => {
      const { run, account } = await openHouse()
      const join = () =>
        run(async ({ consents }) => {
          const known = await consents.addOrLock(account.id, [aConsent({ account: account.id, activeGroups: 1 })])
          const before = known.get(ANN)
          if (before !== undefined) await consents.save([{ ...before, activeGroups: before.activeGroups + 1 }])
        })
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(join))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toMatchObject({ activeGroups: 8 })
    })

    test('a join and a STOP of one number follow each other', async () => {
      const { run, account } = await openHouse()
      const change = (patch: { optedOutAt?: Date; activeGroups?: number }) =>
        run(async ({ consents }) => {
          const consent = (await consents.lock(account.id, [ANN])).get(ANN)!
          await consents.save([{ ...consent, ...patch }])
        })
      await Promise.all([change({ activeGroups: 1 }), change({ optedOutAt: after(1) })])
      const consent = await run(({ consents }) => consents.find(account.id, ANN))
      expect(consent).toMatchObject({ activeGroups: 1, optedOutAt: after(1) })
    })

    test('two that lock the same numbers, one from the other end, both come through', async () => {
      const { run, account } = await openHouse()
      const phones = Array.from({ length: 20 }, (_, n) => phoneOf(n))
      const joinAll = (order: readonly PhoneNumber[]) =>
        run(async ({ consents }) => {
          const locked = [...(await consents.lock(account.id, order)).values()]
          await consents.save(locked.map((consent) => ({ ...consent, activeGroups: consent.activeGroups + 1 })))
        })
      await Promise.all([phones, phones.toReversed(), phones, phones.toReversed()].map(joinAll))
      const after = await run(({ consents }) => consents.lock(account.id, phones))
      expect(phones.map((phone) => after.get(phone)!.activeGroups)).toEqual(phones.map(() => 4))
    })
  })
}
