import { describe, expect, test } from '@jest/globals'
import type { PhoneNumber, RecipientKeyStore, RecipientKeys } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, NOW, after, ids, phoneOf } from '../fixtures/builders.js'

const HOUR_S = 3_600
const NONE = new Set()

export function describeRecipientKeyStore(open: OpenTestAdapters) {
  const openKeys = async () => {
    const fixture = await accountFixture(await open())
    const [one, other] = [ids.next('brc'), ids.next('bat')]
    const keysOf = (given: Partial<RecipientKeys> = {}): RecipientKeys => {
      const phones = given.phones ?? [ANN, BOB]
      return { account: fixture.account.id, broadcast: one, phones, keys: phones.map(() => 'key'), ...given }
    }
    const keys = <T>(use: (store: RecipientKeyStore) => Promise<T>) =>
      fixture.run((stores) => use(stores.recipientKeys))
    return {
      ...fixture,
      one,
      other,
      keysOf,
      keys,
      bind: (given?: Partial<RecipientKeys>, now = NOW) => keys((store) => store.bind({ ...keysOf(given), now })),
      used: (given?: Partial<RecipientKeys>, now = NOW) => keys((store) => store.used({ ...keysOf(given), now })),
      expire: (given?: Partial<RecipientKeys>, at = after(HOUR_S)) =>
        keys((store) => store.expire({ ...keysOf(given), at })),
      free: (given?: Partial<RecipientKeys>) => keys((store) => store.free(keysOf(given))),
    }
  }

  describe('recipient keys', () => {
    test('are free before their first use', async () => {
      const { bind, used } = await openKeys()
      expect(await used()).toEqual(NONE)
      expect(await bind()).toEqual(NONE)
    })

    test('count as used after they are bound, and can contain any allowed character', async () => {
      const { bind, used, other } = await openKeys()
      const keys = ['aZ09@-_)(', 'a-']
      await bind({ keys })
      expect(await used({ keys })).toEqual(new Set([0, 1]))
      expect(await bind({ keys, broadcast: other })).toEqual(new Set([0, 1]))
    })

    test('are bound if they are free; the positions of the others are returned', async () => {
      const { bind, used, other } = await openKeys()
      await bind({ phones: [BOB] })
      expect(await bind({ phones: [CAT, BOB, ANN], broadcast: other })).toEqual(new Set([1]))
      expect(await used({ phones: [ANN, phoneOf(1), CAT] })).toEqual(new Set([0, 2]))
    })

    test('that are bound to the same broadcast count as free', async () => {
      const { bind, other } = await openKeys()
      await bind()
      await bind({ phones: [CAT], broadcast: other })
      expect(await bind({ phones: [ANN, CAT, BOB] })).toEqual(new Set([1]))
    })

    test('belong to an account and a number, and are case-sensitive', async () => {
      const { bind, other, used, neighbour } = await openKeys()
      await bind({ phones: [ANN] })
      const account = (await neighbour()).id
      for (const given of [{ account }, { phones: [BOB] }, { keys: ['KEY'] }]) {
        expect(await used({ phones: [ANN], ...given })).toEqual(NONE)
        expect(await bind({ phones: [ANN], ...given, broadcast: other })).toEqual(NONE)
      }
      expect(await used({ phones: [ANN] })).toEqual(new Set([0]))
    })

    test('can be several for one number', async () => {
      const { bind, other } = await openKeys()
      expect(await bind({ phones: [ANN, ANN], keys: ['key-1', 'key-2'] })).toEqual(NONE)
      expect(await bind({ phones: [ANN, ANN], keys: ['key-3', 'key-1'], broadcast: other })).toEqual(new Set([1]))
    })

    test('are free again at the instant they expire, not before', async () => {
      const { bind, expire, used, other } = await openKeys()
      await bind()
      await expire({ phones: [ANN] })
      expect(await used({}, after(HOUR_S - 1))).toEqual(new Set([0, 1]))
      expect(await bind({ broadcast: other }, after(HOUR_S - 1))).toEqual(new Set([0, 1]))
      expect(await used({}, after(HOUR_S))).toEqual(new Set([1]))
      expect(await bind({ broadcast: other }, after(HOUR_S))).toEqual(new Set([1]))
      expect(await used({}, after(10 * HOUR_S))).toEqual(new Set([0, 1]))
    })

    test('that have expired can be bound to the same broadcast again', async () => {
      const { bind, expire, used } = await openKeys()
      await bind()
      await expire()
      expect(await bind({}, after(HOUR_S))).toEqual(NONE)
      expect(await used({}, after(10 * HOUR_S))).toEqual(new Set([0, 1]))
    })

    test('expire at the time that was set last', async () => {
      const { bind, expire, used } = await openKeys()
      await bind()
      await expire({}, after(HOUR_S))
      await expire({}, after(2 * HOUR_S))
      expect(await used({}, after(HOUR_S))).toEqual(new Set([0, 1]))
    })

    test('are free after a call of `free`, which frees no other keys', async () => {
      const { bind, free, used, other } = await openKeys()
      await bind()
      await free({ phones: [BOB] })
      expect(await used()).toEqual(new Set([0]))
      expect(await bind({ broadcast: other })).toEqual(new Set([0]))
    })

    test('cannot be expired or freed by another broadcast or account, or under another key', async () => {
      const { bind, expire, free, used, other, neighbour } = await openKeys()
      await bind()
      const account = (await neighbour()).id
      for (const given of [{ broadcast: other }, { account }, { keys: ['KEY', 'KEY'] }]) {
        await expire(given)
        await free(given)
      }
      expect(await used({}, after(10 * HOUR_S))).toEqual(new Set([0, 1]))
    })

    test('can be passed as an empty list to every method', async () => {
      const { bind, expire, free, used } = await openKeys()
      await bind()
      const none = { phones: [], keys: [] }
      expect([await bind(none), await used(none)]).toEqual([NONE, NONE])
      await expire(none)
      await free(none)
      expect(await used({}, after(10 * HOUR_S))).toEqual(new Set([0, 1]))
    })

    test('are free if the unit of work that bound them failed', async () => {
      const { run, keysOf, bind, other } = await openKeys()
      const failing = run(async ({ recipientKeys }) => {
        await recipientKeys.bind({ ...keysOf(), now: NOW })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await bind({ broadcast: other })).toEqual(NONE)
    })

    test.each(['new', 'expired'])('that are %s are each bound once by concurrent calls', async (kind) => {
      const { bind, expire } = await openKeys()
      const phones = Array.from({ length: 100 }, (_, n) => phoneOf(n))
      if (kind === 'expired') {
        await bind({ phones })
        await expire({ phones })
      }
      const orders = [phones, phones.toReversed(), phones, phones.toReversed()]
      const refused = await Promise.all(
        orders.map(async (order) => {
          const others = await bind({ phones: order, broadcast: ids.next('brc') }, after(HOUR_S))
          return order.filter((_, position) => !others.has(position))
        }),
      )
      const bound: PhoneNumber[] = refused.flat()
      expect(bound).toHaveLength(100)
      expect(new Set(bound).size).toBe(100)
    })
  })

  describe('trimming recipient keys', () => {
    test('deletes expired keys of one account, up to the limit', async () => {
      const { bind, expire, keys, used, account, neighbour } = await openKeys()
      const other = (await neighbour()).id
      const phones = [0, 1, 2, 3, 4].map(phoneOf)
      await bind({ phones })
      await expire({ phones: phones.slice(0, 3) })
      await expire({ phones: phones.slice(3, 4) }, after(HOUR_S + 1))
      await bind({ account: other })
      await expire({ account: other })
      const trim = (limit: number) => keys((store) => store.trim(account.id, after(HOUR_S), limit))
      expect([await trim(2), await trim(2), await trim(2)]).toEqual([2, 1, 0])
      expect(await used({ phones })).toEqual(new Set([3, 4]))
      expect(await used({ account: other })).toEqual(new Set([0, 1]))
    })
  })
}
