import { describe, expect, test } from '@jest/globals'
import { paceWindowMs, type PaceStore, type TurnWanted } from '@carillon/core'
import { NOW, after } from './builders.js'
import { houseOf } from './house.js'
import { aSender } from './sending-builders.js'
import type { OpenTestAdapters } from './test-adapters.js'

const FROM = '+12025550100'
const LEASE_S = 60

export function describePaceStore(open: OpenTestAdapters) {
  const openPaces = async (messagesPerSecond: number | null) => {
    const house = await houseOf(await open())
    const account = house.account.id
    const setRate = (rate: number | null, number = FROM) =>
      house.run(({ senders }) => senders.put(aSender({ account, number, messagesPerSecond: rate })))
    await setRate(messagesPerSecond)
    const paces = <T>(use: (store: PaceStore) => Promise<T>) => house.run((stores) => use(stores.paces))
    const turn = (given: Partial<TurnWanted> = {}): TurnWanted => {
      return { account, sender: FROM, id: 'turn', wanted: 1, now: NOW, until: after(LEASE_S), ...given }
    }
    return {
      ...house,
      setRate,
      take: (given?: Partial<TurnWanted>) => paces((store) => store.take(turn(given))),
      end: (id: string, at = NOW) => paces((store) => store.end({ account, sender: FROM, id, at })),
    }
  }

  describe('the pace of a sender', () => {
    test('without a rate takes all that are wanted', async () => {
      const { take, end } = await openPaces(null)
      expect(await take({ wanted: 50_000 })).toEqual({ taken: 50_000, nextAt: NOW })
      expect(await take({ id: 'another', wanted: 50_000 })).toEqual({ taken: 50_000, nextAt: NOW })
      await end('another')
    })

    test('with a rate takes as many as are free, and tells when there is another', async () => {
      const { take } = await openPaces(10)
      expect(await take({ id: 'a', wanted: 4 })).toEqual({ taken: 4, nextAt: NOW })
      expect(await take({ id: 'b', wanted: 50, until: after(LEASE_S + 1) })).toEqual({
        taken: 6,
        nextAt: after(LEASE_S),
      })
      expect(await take({ id: 'c' })).toEqual({ taken: 0, nextAt: after(LEASE_S) })
    })

    test('counts what is on its way as long as it may be, to the instant', async () => {
      const { take } = await openPaces(10)
      await take({ id: 'a', wanted: 10 })
      expect(await take({ id: 'b', now: new Date(after(LEASE_S).getTime() - 1) })).toMatchObject({ taken: 0 })
      const late = { now: after(LEASE_S), until: after(2 * LEASE_S) }
      expect(await take({ id: 'b', wanted: 50, ...late })).toMatchObject({ taken: 10 })
    })

    test.each([10, 2.5, 1, 0.2])('at %d a second counts what has reached the provider for one window', async (rate) => {
      const { take, end } = await openPaces(rate)
      const { taken } = await take({ id: 'a', wanted: 50 })
      expect(taken).toBe(Math.max(1, Math.floor(rate)))
      await end('a', after(3))
      const freeAt = new Date(after(3).getTime() + paceWindowMs(rate))
      const before = new Date(freeAt.getTime() - 1)
      expect(await take({ id: 'b', now: before, until: after(LEASE_S) })).toEqual({ taken: 0, nextAt: freeAt })
      expect(await take({ id: 'b', wanted: 50, now: freeAt, until: after(LEASE_S) })).toMatchObject({ taken })
    })

    test('counts what is taken again under one id once, for as many as the first time', async () => {
      const { take } = await openPaces(10)
      await take({ id: 'a', wanted: 4 })
      expect(await take({ id: 'a', wanted: 9 })).toMatchObject({ taken: 4 })
      expect(await take({ id: 'b', wanted: 50 })).toMatchObject({ taken: 6 })
      expect(await take({ id: 'a', wanted: 1 })).toMatchObject({ taken: 4 })
    })

    test('counts nothing for those who want none', async () => {
      const { take } = await openPaces(10)
      expect(await take({ id: 'a', wanted: 0 })).toEqual({ taken: 0, nextAt: NOW })
      expect(await take({ id: 'b', wanted: 10 })).toMatchObject({ taken: 10 })
    })

    test('is not changed by the end of what it does not know', async () => {
      const { take, end } = await openPaces(10)
      await end('nobody')
      await take({ id: 'a', wanted: 10 })
      await end('nobody')
      expect(await take({ id: 'b', now: after(LEASE_S - 1) })).toMatchObject({ taken: 0 })
    })

    test('follows the rate that the sender has now', async () => {
      const { take, setRate } = await openPaces(10)
      await take({ id: 'a', wanted: 10 })
      await setRate(15)
      expect(await take({ id: 'b', wanted: 50 })).toMatchObject({ taken: 5 })
      await setRate(null)
      expect(await take({ id: 'c', wanted: 50 })).toMatchObject({ taken: 50 })
    })

    test('is its own, and its account its own', async () => {
      const { take, setRate, neighbour } = await openPaces(10)
      await setRate(10, '12345')
      await take({ id: 'a', wanted: 10 })
      expect(await take({ id: 'a', sender: '12345', wanted: 10 })).toMatchObject({ taken: 10 })
      const account = (await neighbour()).id
      expect(await take({ id: 'b', account, wanted: 30 })).toMatchObject({ taken: 30 })
    })

    test('several at once never take more than the rate between them', async () => {
      const { take } = await openPaces(10)
      const takes = await Promise.all(Array.from({ length: 12 }, (_, n) => take({ id: `turn ${n}`, wanted: 3 })))
      expect(takes.reduce((sum, { taken }) => sum + taken, 0)).toBe(10)
    })

    test('of a unit of work that fails is as it was', async () => {
      const { run, account, take } = await openPaces(10)
      const failing = run(async ({ paces }) => {
        await paces.take({ account: account.id, sender: FROM, id: 'a', wanted: 10, now: NOW, until: after(LEASE_S) })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await take({ id: 'b', wanted: 10 })).toMatchObject({ taken: 10 })
    })
  })
}
