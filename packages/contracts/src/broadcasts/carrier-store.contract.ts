import { describe, expect, test } from '@jest/globals'
import type { CarrierStore, LookUp, PhoneNumber } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, NOW, after, phoneOf } from '../fixtures/builders.js'

export function describeCarrierStore(open: OpenTestAdapters) {
  const openCarriers = async () => {
    const fixture = await accountFixture(await open())
    const account = fixture.account.id
    const carriers = <T>(use: (store: CarrierStore) => Promise<T>) => fixture.run((stores) => use(stores.carriers))
    return {
      ...fixture,
      save: (lookUps: readonly LookUp[], of = account) => carriers((store) => store.save(of, lookUps)),
      known: async (phones = [ANN, BOB, CAT], since = NOW, of = account) =>
        new Set((await carriers((store) => store.known(of, phones, since))).keys()),
      lineTypes: (phones: readonly PhoneNumber[]) => carriers((store) => store.known(account, phones, NOW)),
      trim: (limit: number, until: Date) => carriers((store) => store.trim(account, until, limit)),
    }
  }
  const aLookUp = (given: Partial<LookUp> = {}): LookUp => {
    return { phone: ANN, carrier: { name: 'Bell "&" Söhne, 🔔', lineType: 'mobile' }, at: after(1), ...given }
  }

  describe('look-ups of carriers', () => {
    test('are found for the numbers that were looked up, and for no others', async () => {
      const { save, known } = await openCarriers()
      expect(await known()).toEqual(new Set())
      await save([aLookUp({ phone: CAT, carrier: { name: '', lineType: 'unknown' } }), aLookUp()])
      expect(await known()).toEqual(new Set([ANN, CAT]))
      expect(await known([BOB, CAT])).toEqual(new Set([CAT]))
      expect(await known([])).toEqual(new Set())
    })

    test('are found if they were made after the given instant, but not if they were made exactly at it', async () => {
      const { save, known } = await openCarriers()
      await save([aLookUp({ at: after(5) }), aLookUp({ phone: BOB, at: after(6) })])
      expect(await known([ANN, BOB], after(4))).toEqual(new Set([ANN, BOB]))
      expect(await known([ANN, BOB], after(5))).toEqual(new Set([BOB]))
    })

    test('are found with the line type of each number, according to its newest look-up', async () => {
      const { save, lineTypes } = await openCarriers()
      const types = ['mobile', 'landline', 'voip', 'unknown', 'landline'] as const
      const phones = types.map((_, n) => phoneOf(n))
      await save(types.map((lineType, n) => aLookUp({ phone: phones[n]!, carrier: { name: 'Bell', lineType } })))
      await save([aLookUp({ phone: phones[4]!, carrier: { name: 'Bell', lineType: 'mobile' }, at: after(2) })])
      const expected = [...types.slice(0, 4), 'mobile'].map((lineType, n) => [phones[n]!, lineType] as const)
      expect(await lineTypes([...phones, CAT])).toEqual(new Map(expected))
    })

    test('of one number are reduced to the newest, in whatever order they are saved', async () => {
      const { save, known } = await openCarriers()
      await save([aLookUp({ at: after(5) })])
      await save([aLookUp({ at: after(9) }), aLookUp({ phone: BOB, at: after(9) })])
      await save([aLookUp({ at: after(2) }), aLookUp({ phone: BOB, at: after(2) })])
      expect(await known([ANN, BOB], after(8))).toEqual(new Set([ANN, BOB]))
      await save([aLookUp({ at: after(30) }), aLookUp({ at: after(20) })])
      expect(await known([ANN, BOB], after(25))).toEqual(new Set([ANN]))
    })

    test('belong to one account', async () => {
      const { save, known, neighbour } = await openCarriers()
      await save([aLookUp()])
      expect(await known([ANN], NOW, (await neighbour()).id)).toEqual(new Set())
    })

    test('do not change when an empty list is saved', async () => {
      const { save, known } = await openCarriers()
      await save([aLookUp()])
      await save([])
      expect(await known()).toEqual(new Set([ANN]))
    })

    test('are deleted when they are old, up to the limit, for one account', async () => {
      const { save, known, trim, neighbour } = await openCarriers()
      const other = (await neighbour()).id
      const phones = [0, 1, 2, 3].map(phoneOf)
      await save(phones.map((phone, i) => aLookUp({ phone, at: after(i + 1) })))
      await save([aLookUp()], other)
      expect([await trim(2, after(3)), await trim(2, after(3)), await trim(2, after(3))]).toEqual([2, 1, 0])
      expect(await known(phones)).toEqual(new Set(phones.slice(3)))
      expect(await known([ANN], NOW, other)).toEqual(new Set([ANN]))
    })

    test('of the same numbers can be saved concurrently in opposite orders', async () => {
      const { save, known } = await openCarriers()
      const phones = Array.from({ length: 200 }, (_, n) => phoneOf(n))
      const lookUps = phones.map((phone) => aLookUp({ phone }))
      await Promise.all([lookUps, lookUps.toReversed(), lookUps, lookUps.toReversed()].map((some) => save(some)))
      expect(await known(phones)).toEqual(new Set(phones))
    })
  })
}
