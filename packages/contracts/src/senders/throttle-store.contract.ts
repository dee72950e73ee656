import { describe, expect, test } from '@jest/globals'
import { throttleWindowMs } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after } from '../fixtures/builders.js'
import { FROM, LEASE_S, openThrottles as openThrottlesIn, WINDOW_S } from './throttle-fixture.js'
import { describeSeveralThrottles } from './several-throttles.contract.js'

export function describeThrottleStore(open: OpenTestAdapters) {
  const openThrottles = (messagesPerSecond: number | null) => openThrottlesIn(open, messagesPerSecond)

  describe('the throttle of a sender', () => {
    test('without a rate grants all slots', async () => {
      const { take, end } = await openThrottles(null)
      const all = { taken: 50_000, nextAt: NOW, isThrottled: false }
      expect(await take({ wanted: 50_000 })).toEqual(all)
      expect(await take({ id: 'another', wanted: 50_000, joinsQueue: true })).toEqual(all)
      await end('another')
    })

    test('with a rate grants the free slots, and returns when the next one is free', async () => {
      const { take } = await openThrottles(10)
      expect(await take({ id: 'a', wanted: 4 })).toEqual({ taken: 4, nextAt: NOW, isThrottled: true })
      expect(await take({ id: 'b', wanted: 50, until: after(LEASE_S + 1) })).toEqual({
        taken: 6,
        nextAt: after(LEASE_S + WINDOW_S),
        isThrottled: true,
      })
      expect(await take({ id: 'c' })).toEqual({ taken: 0, nextAt: after(LEASE_S + WINDOW_S), isThrottled: true })
    })

    test('counts messages in submission for exactly their lease and one more window', async () => {
      const { take } = await openThrottles(10)
      await take({ id: 'a', wanted: 10 })
      expect(await take({ id: 'b', now: new Date(after(LEASE_S + WINDOW_S).getTime() - 1) })).toMatchObject({
        taken: 0,
      })
      const late = { now: after(LEASE_S + WINDOW_S), until: after(2 * LEASE_S) }
      expect(await take({ id: 'b', wanted: 50, ...late })).toMatchObject({ taken: 10 })
    })

    test.each([10, 2.5, 1, 0.2])('at %d per second counts submitted messages for one window', async (rate) => {
      const { take, end } = await openThrottles(rate)
      const { taken } = await take({ id: 'a', wanted: 50 })
      expect(taken).toBe(Math.max(1, Math.floor(rate)))
      await end('a', after(3))
      const freeAt = new Date(after(3).getTime() + throttleWindowMs(rate))
      const before = new Date(freeAt.getTime() - 1)
      expect(await take({ id: 'b', now: before, until: after(LEASE_S) })).toMatchObject({ taken: 0, nextAt: freeAt })
      expect(await take({ id: 'b', wanted: 50, now: freeAt, until: after(LEASE_S) })).toMatchObject({ taken })
    })

    test('counts a repeated id once, with the number of slots from the first time', async () => {
      const { take } = await openThrottles(10)
      await take({ id: 'a', wanted: 4 })
      expect(await take({ id: 'a', wanted: 9 })).toMatchObject({ taken: 4 })
      expect(await take({ id: 'b', wanted: 50 })).toMatchObject({ taken: 6 })
      expect(await take({ id: 'a', wanted: 1 })).toMatchObject({ taken: 4 })
    })

    test('counts nothing for a request of zero slots', async () => {
      const { take } = await openThrottles(10)
      expect(await take({ id: 'a', wanted: 0 })).toEqual({ taken: 0, nextAt: NOW, isThrottled: true })
      expect(await take({ id: 'b', wanted: 10 })).toMatchObject({ taken: 10 })
    })

    test('ignores the end of an unknown id', async () => {
      const { take, end } = await openThrottles(10)
      await end('nobody')
      await take({ id: 'a', wanted: 10 })
      await end('nobody')
      expect(await take({ id: 'b', now: after(LEASE_S - 1) })).toMatchObject({ taken: 0 })
    })

    test('applies the current rate of the sender', async () => {
      const { take, setRate } = await openThrottles(10)
      await take({ id: 'a', wanted: 10 })
      await setRate(15)
      expect(await take({ id: 'b', wanted: 50 })).toMatchObject({ taken: 5 })
      await setRate(null)
      expect(await take({ id: 'c', wanted: 50 })).toMatchObject({ taken: 50 })
    })

    test('is separate for each sender and account', async () => {
      const { take, setRate, neighbour } = await openThrottles(10)
      await setRate(10, '12345')
      await take({ id: 'a', wanted: 10 })
      expect(await take({ id: 'a', sender: '12345', wanted: 10 })).toMatchObject({ taken: 10 })
      const account = (await neighbour()).id
      expect(await take({ id: 'b', account, wanted: 30 })).toMatchObject({ taken: 30 })
    })

    test('grants slots to the queue first, before later requests and requests outside the queue', async () => {
      const { take, end } = await openThrottles(2)
      await take({ id: 'running', wanted: 2 })
      await end('running')
      const queued = { joinsQueue: true, now: after(0.1), until: after(LEASE_S) }
      for (const id of ['first', 'second'])
        expect(await take({ id, ...queued })).toMatchObject({ taken: 0, nextAt: after(1) })
      expect(await take({ id: 'third', ...queued })).toMatchObject({ taken: 0, nextAt: after(2) })
      const now = after(1)
      expect(await take({ id: 'slice', wanted: 50, now })).toMatchObject({ taken: 0 })
      expect(await take({ id: 'third', ...queued, now })).toMatchObject({ taken: 0 })
      expect(await take({ id: 'second', ...queued, now })).toMatchObject({ taken: 1 })
      expect(await take({ id: 'first', ...queued, now })).toMatchObject({ taken: 1 })
    })

    test('keeps a place in the queue for five seconds after a slot for it is free', async () => {
      const { take, end } = await openThrottles(1)
      await take({ id: 'running' })
      await end('running')
      await take({ id: 'vanished', joinsQueue: true })
      expect(await take({ id: 'slice', now: after(5.999) })).toMatchObject({ taken: 0 })
      expect(await take({ id: 'slice', now: after(6) })).toMatchObject({ taken: 1 })
    })

    test('shares the slots among the waiting groups; the slices of a broadcast are one group', async () => {
      const { take, end } = await openThrottles(10)
      await take({ id: 'running', wanted: 10 })
      await end('running')
      const large = { wanted: 50, group: 'large' }
      expect(await take({ id: 'large 1', ...large, now: after(0.1) })).toMatchObject({ taken: 0, nextAt: after(1) })
      expect(await take({ id: 'small 1', wanted: 3, group: 'small', now: after(0.2) })).toMatchObject({ taken: 0 })
      expect(await take({ id: 'large 2', ...large, now: after(1) })).toMatchObject({ taken: 5 })
      expect(await take({ id: 'large 3', ...large, now: after(1) })).toMatchObject({ taken: 0, nextAt: after(1.2) })
      expect(await take({ id: 'small 1', wanted: 3, group: 'small', now: after(1.1) })).toMatchObject({ taken: 3 })
    })

    test('knows the rate, and whether it counts parts, which it does by default', async () => {
      const { throttles, account, setRate, setCounts } = await openThrottles(10)
      const ratesOf = (senders: readonly string[]) => throttles((store) => store.ratesOf(account.id, senders))
      const [SLOW, UNKNOWN] = ['+12025550101', '12345']
      await setRate(0.5, SLOW)
      expect(await ratesOf([UNKNOWN, SLOW, FROM])).toEqual(
        new Map([
          [FROM, { perSecond: 10, counts: 'parts' }],
          [SLOW, { perSecond: 0.5, counts: 'parts' }],
        ]),
      )
      await setCounts('messages')
      expect(await ratesOf([FROM])).toEqual(new Map([[FROM, { perSecond: 10, counts: 'messages' }]]))
      await setRate(null)
      expect(await ratesOf([FROM, UNKNOWN])).toEqual(new Map())
      expect(await ratesOf([])).toEqual(new Map())
    })

    test('grants a slot for each part, and counts the parts until they end', async () => {
      const { take, end } = await openThrottles(10)
      expect(await take({ id: 'a', wanted: 4, parts: [3, 3, 3, 3] })).toMatchObject({ taken: 3 })
      expect(await take({ id: 'a', wanted: 1, parts: [1] })).toMatchObject({ taken: 3 })
      expect(await take({ id: 'b', wanted: 2, parts: [2, 1] })).toMatchObject({ taken: 0 })
      await end('a')
      const now = after(WINDOW_S)
      expect(await take({ id: 'b', wanted: 2, parts: [8, 3], now, until: after(LEASE_S) })).toMatchObject({ taken: 1 })
    })

    test('grants a message of more parts than the rate for as many windows as it needs', async () => {
      const { take, end } = await openThrottles(4)
      expect(await take({ id: 'long', parts: [9] })).toMatchObject({ taken: 1 })
      await end('long')
      expect(await take({ id: 'next', now: after(2.999) })).toMatchObject({ taken: 0, nextAt: after(3) })
      expect(await take({ id: 'next', now: after(3), until: after(LEASE_S) })).toMatchObject({ taken: 1 })
    })

    test('ignores the parts if the account counts messages, or the sender has no rate', async () => {
      const { take, setCounts, setRate } = await openThrottles(10)
      await setCounts('messages')
      expect(await take({ id: 'a', wanted: 4, parts: [3, 3, 3, 3] })).toMatchObject({ taken: 4 })
      await setRate(null)
      expect(await take({ id: 'b', wanted: 4, parts: [3, 3, 3, 3] })).toMatchObject({ taken: 4, isThrottled: false })
    })

    test('never grants more than the rate to concurrent requests', async () => {
      const { take } = await openThrottles(10)
      const takes = await Promise.all(Array.from({ length: 12 }, (_, n) => take({ id: `turn ${n}`, wanted: 3 })))
      expect(takes.reduce((sum, { taken }) => sum + taken, 0)).toBe(10)
    })

    test('does not change if the unit of work fails', async () => {
      const { run, account, take } = await openThrottles(10)
      const failing = run(async ({ throttles }) => {
        const request = { account: account.id, sender: FROM, id: 'a', wanted: 10, joinsQueue: false }
        await throttles.take({ ...request, now: NOW, until: after(LEASE_S) })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await take({ id: 'b', wanted: 10 })).toMatchObject({ taken: 10 })
    })
  })

  describeSeveralThrottles(open)
}
