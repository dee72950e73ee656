import { describe, expect, test } from '@jest/globals'
import { noConsent, type AccountId, type PhoneNumber, type ProviderOptOut } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, NOW, aConsent, after, phoneOf } from '../fixtures/builders.js'
import { describeSuppressions } from './suppressions.contract.js'

export function describeConsentStore(open: OpenTestAdapters) {
  describeSuppressions(open)

  const openFixture = async () => accountFixture(await open())

  describe('consents', () => {
    test('are empty for an unknown number', async () => {
      const { run, account } = await openFixture()
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(noConsent(account.id, ANN))
    })

    test('are stored for a number without a contact', async () => {
      const { run, account } = await openFixture()
      const consent = aConsent({ account: account.id, optedOutAt: after(1) })
      await run(({ consents }) => consents.save([consent]))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(consent)
    })

    test('are replaced by the consent that was saved last', async () => {
      const { run, account } = await openFixture()
      await run(({ consents }) => consents.save([aConsent({ account: account.id, optedOutAt: after(1) })]))
      const back = aConsent({ account: account.id, activeGroups: 2 })
      await run(({ consents }) => consents.save([back, aConsent({ account: account.id, phone: BOB, activeGroups: 1 })]))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(back)
      expect(await run(({ consents }) => consents.find(account.id, BOB))).toMatchObject({ activeGroups: 1 })
    })

    test('belong to one account', async () => {
      const { run, account, neighbour } = await openFixture()
      await run(({ consents }) => consents.save([aConsent({ account: account.id, optedOutAt: after(1) })]))
      const other = await neighbour()
      expect(await run(({ consents }) => consents.find(other.id, ANN))).toEqual(noConsent(other.id, ANN))
    })

    test('do not change when an empty list is saved', async () => {
      const { run, account } = await openFixture()
      const consent = aConsent({ account: account.id, activeGroups: 2 })
      await run(({ consents }) => consents.save([consent]))
      await run(({ consents }) => consents.save([]))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(consent)
    })

    test('are returned by `lock` for every number, even for numbers without a stored consent', async () => {
      const { run, account } = await openFixture()
      const known = aConsent({ account: account.id, phone: BOB, activeGroups: 3 })
      await run(({ consents }) => consents.save([known]))
      const locked = await run(({ consents }) => consents.lock(account.id, [CAT, ANN, BOB]))
      const unknown = [CAT, ANN].map((phone) => [phone, noConsent(account.id, phone)] as const)
      expect(locked).toEqual(new Map([...unknown, [BOB, known]]))
      expect(await run(({ consents }) => consents.lock(account.id, []))).toEqual(new Map())
    })

    test('are not stored by locking', async () => {
      const { run, account } = await openFixture()
      await run(({ consents }) => consents.lock(account.id, [ANN]))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(noConsent(account.id, ANN))
    })

    test.each([true, false])(
      'are locked, so that concurrent changes for one number run one after the other; consent stored before: %s',
      async (isKnown) => {
        const { run, account } = await openFixture()
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

    test('of new numbers are stored by `addOrLock`, which returns the consents that already exist', async () => {
      const { run, account, neighbour } = await openFixture()
      const known = aConsent({ account: account.id, phone: BOB, activeGroups: 3, optedOutAt: after(1) })
      await run(({ consents }) => consents.save([known]))
      const other = await neighbour()
      await run(({ consents }) => consents.save([aConsent({ account: other.id, activeGroups: 5 })]))
      const joined = [CAT, ANN, BOB].map((phone) => aConsent({ account: account.id, phone, activeGroups: 1 }))
      const outcome = await run(({ consents }) => consents.addOrLock(account.id, joined))
      expect(outcome).toEqual(new Map([[BOB, known]]))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toEqual(joined[1])
      expect(await run(({ consents }) => consents.find(account.id, CAT))).toEqual(joined[0])
      expect(await run(({ consents }) => consents.find(account.id, BOB))).toEqual(known)
      expect(await run(({ consents }) => consents.addOrLock(account.id, []))).toEqual(new Map())
    })

    test('of one number are added by the first of several concurrent `addOrLock` calls, and returned to the other calls', async () => {
      const { run, account } = await openFixture()
      const join = () =>
        run(async ({ consents }) => {
          const known = await consents.addOrLock(account.id, [aConsent({ account: account.id, activeGroups: 1 })])
          const before = known.get(ANN)
          if (before !== undefined) await consents.save([{ ...before, activeGroups: before.activeGroups + 1 }])
        })
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(join))
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toMatchObject({ activeGroups: 8 })
    })

    test('show the effects of both a join and a concurrent STOP of one number', async () => {
      const { run, account } = await openFixture()
      const change = (patch: { optedOutAt?: Date; activeGroups?: number }) =>
        run(async ({ consents }) => {
          const consent = (await consents.lock(account.id, [ANN])).get(ANN)!
          await consents.save([{ ...consent, ...patch }])
        })
      await Promise.all([change({ activeGroups: 1 }), change({ optedOutAt: after(1) })])
      const consent = await run(({ consents }) => consents.find(account.id, ANN))
      expect(consent).toMatchObject({ activeGroups: 1, optedOutAt: after(1) })
    })

    test('of the same numbers can be locked concurrently in opposite orders', async () => {
      const { run, account } = await openFixture()
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

    test('are checked by `lockShared`, which returns the positions of refused or unknown numbers, with the reason', async () => {
      const { run, account, neighbour } = await openFixture()
      const [ann, other] = [aConsent({ account: account.id, activeGroups: 2 }), await neighbour()]
      await run(({ consents }) => consents.save([ann, aConsent({ account: other.id, phone: BOB, activeGroups: 9 })]))
      await run(({ consents }) => consents.save([aConsent({ account: account.id, phone: CAT, optedOutAt: after(1) })]))
      const lockShared = (...phones: PhoneNumber[]) => run(({ consents }) => consents.lockShared(account.id, phones))
      expect([...(await lockShared(CAT, ANN, BOB))].sort()).toEqual([
        [0, 'hard-opted-out'],
        [2, 'unknown'],
      ])
      await run(({ consents }) => consents.save([aConsent({ account: account.id, phone: BOB, activeGroups: 0 })]))
      expect(await lockShared(BOB, phoneOf(1), BOB)).toEqual(
        new Map([
          [0, 'not-opted-in'],
          [1, 'unknown'],
          [2, 'not-opted-in'],
        ]),
      )
      expect(await lockShared(ANN)).toEqual(new Map())
      expect(await lockShared()).toEqual(new Map())
    })

    test('are checked by `refused`, which returns the positions of numbers that may not be texted, with the reason', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const none = [ANN, BOB, CAT, phoneOf(1), phoneOf(2)]
      await run(({ consents }) =>
        consents.save([
          aConsent({ account: account.id, phone: ANN, activeGroups: 2 }),
          aConsent({ account: account.id, phone: BOB, optedOutAt: after(1) }),
          aConsent({ account: account.id, phone: CAT, activeGroups: 1, optedOutAt: after(1) }),
          aConsent({ account: account.id, phone: phoneOf(1), activeGroups: 0 }),
          ...none.map((phone) => aConsent({ account: other.id, phone, activeGroups: 1 })),
        ]),
      )
      const refused = (phones: readonly PhoneNumber[]) => run(({ consents }) => consents.refused(account.id, phones))
      const [out, not] = ['hard-opted-out', 'not-opted-in'] as const
      expect(await refused([phoneOf(2), CAT, ANN, phoneOf(1), BOB])).toEqual(
        new Map([
          [0, not],
          [1, out],
          [3, not],
          [4, out],
        ]),
      )
      expect(await refused([ANN])).toEqual(new Map())
      expect(await refused([])).toEqual(new Map())
      expect(await run(({ consents }) => consents.refused(other.id, none))).toEqual(new Map())
    })

    test('of 50,000 numbers are checked in one call of `refused`', async () => {
      const { run, account } = await openFixture()
      const phones = Array.from({ length: 50_000 }, (_, n) => `+1212${5_000_000 + n}` as PhoneNumber)
      const may = phones.filter((_, n) => n % 25 === 0)
      await run(({ consents }) =>
        consents.save(may.map((phone) => aConsent({ account: account.id, phone, activeGroups: 1 }))),
      )
      const refused = await run(({ consents }) => consents.refused(account.id, phones))
      expect(phones.filter((_, position) => !refused.has(position))).toEqual(may)
    })

    test('that are locked cannot be changed by a STOP until the unit of work ends', async () => {
      const { run, account } = await openFixture()
      await run(({ consents }) => consents.save([aConsent({ account: account.id, activeGroups: 1 })]))
      const order: string[] = []
      const send = run(async ({ consents }) => {
        const refused = await consents.lockShared(account.id, [ANN])
        order.push('held')
        const stoppedAt = refused.has(0) ? after(1) : null
        for (let i = 0; i < 20; i++) expect((await consents.find(account.id, ANN)).optedOutAt).toEqual(stoppedAt)
        order.push('sent')
      })
      const stop = run(async ({ consents }) => {
        const consent = (await consents.lock(account.id, [ANN])).get(ANN)!
        order.push('stopped')
        await consents.save([{ ...consent, optedOutAt: after(1) }])
      })
      await Promise.all([send, stop])
      expect(order.indexOf('sent') - order.indexOf('held')).toBe(1)
    })
  })

  describe('provider opt-outs', () => {
    const anOptOut = (account: AccountId, given: Partial<ProviderOptOut> = {}): ProviderOptOut => {
      return { account, phone: ANN, sender: '+12025550100', at: NOW, ...given }
    }

    test('of one number and sender are reduced to the newest, and are listed newest first', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const shortCode = anOptOut(account.id, { sender: '12345', at: after(1) })
      const newest = anOptOut(account.id, { at: after(5) })
      const kept = [
        anOptOut(account.id),
        newest,
        anOptOut(account.id, { at: after(3) }),
        shortCode,
        anOptOut(account.id, { phone: BOB }),
        anOptOut(other.id, { at: after(9) }),
      ]
      for (const optOut of kept) await run(({ consents }) => consents.saveProviderOptOut(optOut))
      expect(await run(({ consents }) => consents.providerOptOuts(account.id, ANN))).toEqual([newest, shortCode])
    })

    test('are an empty list for a number without any', async () => {
      const { run, account } = await openFixture()
      expect(await run(({ consents }) => consents.providerOptOuts(account.id, ANN))).toEqual([])
    })

    test('of several numbers are found, from any sender, for one account', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const kept = [
        anOptOut(account.id),
        anOptOut(account.id, { sender: '12345' }),
        anOptOut(account.id, { phone: CAT }),
        anOptOut(other.id, { phone: BOB }),
      ]
      for (const optOut of kept) await run(({ consents }) => consents.saveProviderOptOut(optOut))
      const among = (phones: readonly PhoneNumber[]) =>
        run(({ consents }) => consents.withProviderOptOut(account.id, phones))
      expect(await among([BOB, CAT, ANN])).toEqual(new Set([CAT, ANN]))
      expect(await among([])).toEqual(new Set())
    })
  })

  describe('the numbers that have opted out', () => {
    test('are listed in their order, with the time of the STOP and of the newest refusal by the provider', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const [a, b, c, d] = [0, 1, 2, 3].map(phoneOf) as [PhoneNumber, PhoneNumber, PhoneNumber, PhoneNumber]
      await run(async ({ consents }) => {
        await consents.save([
          aConsent({ account: account.id, phone: d, optedOutAt: after(4) }),
          aConsent({ account: account.id, phone: b, activeGroups: 2 }),
          aConsent({ account: account.id, phone: a, optedOutAt: after(1) }),
          aConsent({ account: other.id, phone: b, optedOutAt: after(9) }),
        ])
        for (const [phone, sender, at] of [
          [c, '12345', after(3)],
          [d, '12345', after(2)],
          [d, '+12025550100', after(6)],
        ] as const) {
          await consents.saveProviderOptOut({ account: account.id, phone, sender, at })
        }
        await consents.saveProviderOptOut({ account: other.id, phone: b, sender: '12345', at: after(9) })
      })
      const known = [
        { phone: a, optedOutAt: after(1), refusedAt: null },
        { phone: c, optedOutAt: null, refusedAt: after(3) },
        { phone: d, optedOutAt: after(4), refusedAt: after(6) },
      ]
      const listed = (from: PhoneNumber | null, limit: number) =>
        run(({ consents }) => consents.optOutsAfter(account.id, from, limit))
      expect(await listed(null, 100)).toEqual({ optOuts: known, last: d })
      expect(await listed(null, 1)).toEqual({ optOuts: known.slice(0, 1), last: a })
      expect(await listed(a, 1)).toEqual({ optOuts: [], last: b })
      expect(await listed(a, 2)).toEqual({ optOuts: known.slice(1, 2), last: c })
      expect(await listed(c, 100)).toEqual({ optOuts: known.slice(2), last: d })
      expect(await listed(d, 100)).toEqual({ optOuts: [], last: null })
    })

    test('are none in an account without consents', async () => {
      const { run, account } = await openFixture()
      expect(await run(({ consents }) => consents.optOutsAfter(account.id, null, 100))).toEqual({
        optOuts: [],
        last: null,
      })
    })
  })
}
