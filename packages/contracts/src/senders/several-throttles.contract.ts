import { describe, expect, test } from '@jest/globals'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { FROM, LEASE_S, openThrottles, WINDOW_S } from './throttle-fixture.js'

export function describeSeveralThrottles(open: OpenTestAdapters) {
  describe('the throttles of several senders', () => {
    const [A, B, C] = [FROM, '+12025550101', '+12025550102']
    const openThree = async () => {
      const fixture = await openThrottles(open, 10)
      for (const [number, rate] of [[B, 2], [C, 5]] as const) await fixture.setRate(rate, number) // prettier-ignore
      return fixture
    }

    test('grant the slots of each, in the order of the requests', async () => {
      const { takeOfEach, take } = await openThree()
      await take({ sender: C, id: 'before', wanted: 4 })
      expect(await takeOfEach({ [C]: 3, [A]: 4, [B]: 3 })).toEqual([1, 4, 2])
      expect(await takeOfEach({ [A]: 9, [B]: 9 })).toEqual([4, 2])
      expect(await takeOfEach({ [B]: 9, [A]: 9 }, { id: 'next' })).toEqual([0, 6])
      expect(await takeOfEach({})).toEqual([])
    })

    test('count for one window from their end, and only the slots of the request end', async () => {
      const { takeOfEach, endOfEach, take } = await openThree()
      await take({ sender: B, id: 'other' })
      await takeOfEach({ [A]: 10, [B]: 1, [C]: 5 })
      await endOfEach([C, A, B, '12345'], 'turn')
      const late = { now: after(WINDOW_S), until: after(LEASE_S) }
      expect(await takeOfEach({ [A]: 20, [B]: 20, [C]: 20 }, { id: 'next', ...late })).toEqual([10, 1, 5])
      await endOfEach([], 'next')
    })

    test('are locked without deadlocks, in whatever order they are named, and also for the first time', async () => {
      const { takeOfEach, endOfEach } = await openThree()
      const orders = [[A, B, C], [C, B, A], [B, A], [C, A]] // prettier-ignore
      const taken = await Promise.all(
        Array.from({ length: 16 }, async (_, n) => {
          const order = orders[n % orders.length]!
          const all = await takeOfEach(Object.fromEntries(order.map((sender) => [sender, 1])), { id: `turn ${n}` })
          await endOfEach(order, `turn ${n}`)
          return order.filter((_, i) => all[i] === 1)
        }),
      )
      expect([A, B, C].map((sender) => taken.flat().filter((one) => one === sender).length)).toEqual([10, 2, 5])
    })
  })
}
