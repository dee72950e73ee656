import { describe, expect, test } from '@jest/globals'
import type { AccountId, UsageCounter, UsageOwner, UsageStore } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after } from '../fixtures/builders.js'

const HOUR_S = 3_600
const HOUR = { withinMs: HOUR_S * 1_000 }
const DAY = { withinMs: 24 * HOUR_S * 1_000 }

const help = (max: number, subject = 'ann'): UsageCounter => ({ name: 'help-reply', subject, limit: { max, ...HOUR } })
const helpOfDay = (max: number, subject = 'ann'): UsageCounter => ({ ...help(max, subject), limit: { max, ...DAY } })

export function describeUsageStore(open: OpenTestAdapters) {
  const openUsages = async () => {
    const fixture = await accountFixture(await open())
    const usages = <T>(use: (store: UsageStore) => Promise<T>) => fixture.run((stores) => use(stores.usages))
    const { id } = fixture.account
    return {
      ...fixture,
      usages,
      take: (counters: readonly UsageCounter[], seconds = 0, account: UsageOwner = id) =>
        usages((store) => store.take(account, counters, after(seconds))),
      reached: (counters: readonly UsageCounter[], seconds = 0) =>
        usages((store) => store.reached(id, counters, after(seconds))),
      counts: (counters: readonly UsageCounter[], seconds = 0, account: UsageOwner = id) =>
        usages((store) => store.counts(account, counters, after(seconds))),
    }
  }

  describe('usages', () => {
    test('are allowed up to the limit, and again when the first has left the period', async () => {
      const { take, reached } = await openUsages()
      const counters = [help(2)]
      expect([await take(counters, 0), await take(counters, 10)]).toEqual([null, null])
      const limit = { ...help(2), freeAt: after(HOUR_S) }
      expect(await take(counters, HOUR_S - 1)).toEqual(limit)
      expect(await reached(counters, HOUR_S - 1)).toEqual(limit)
      expect([await reached(counters, HOUR_S), await take(counters, HOUR_S)]).toEqual([null, null])
      expect(await take(counters, HOUR_S)).toMatchObject({ freeAt: after(HOUR_S + 10) })
    })

    test('are counted under all counters, or under none if one limit is reached, which is returned', async () => {
      const { take, counts } = await openUsages()
      const counters = [helpOfDay(5), help(1)]
      expect(await take(counters)).toBeNull()
      expect(await take(counters, 1)).toMatchObject(help(1))
      expect(await counts(counters, 2)).toEqual([1, 1])
      expect(await take(counters, HOUR_S)).toBeNull()
      expect(await counts(counters, HOUR_S)).toEqual([2, 1])
    })

    test('are counted separately for each name, subject, period and account, and for the service', async () => {
      const { take, counts, neighbour } = await openUsages()
      const { id: other } = await neighbour()
      await take([help(1)])
      const others: UsageCounter[] = [help(1, 'bob'), helpOfDay(1), { ...help(1), name: 'service-text' }]
      expect(await counts([help(1), ...others])).toEqual([1, 0, 0, 0])
      expect(await take(others)).toBeNull()
      for (const owner of [other, 'service'] as const) {
        expect(await counts([help(1)], 0, owner)).toEqual([0])
        expect(await take([help(1)], 0, owner)).toBeNull()
        expect(await take([help(1)], 0, owner)).toMatchObject({ name: 'help-reply' })
      }
    })

    test('are counted once by a call that names a counter twice with different limits', async () => {
      const { take, counts } = await openUsages()
      expect(await take([help(5), help(1)])).toBeNull()
      expect(await counts([help(5)])).toEqual([1])
      expect(await take([help(5), help(1)])).toMatchObject(help(1))
    })

    test('are compared with the limit of the call, so that a changed setting applies at once', async () => {
      const { take, reached } = await openUsages()
      for (let i = 0; i < 3; i++) await take([help(3)])
      expect(await reached([help(4)])).toBeNull()
      expect(await reached([help(2)])).toMatchObject({ freeAt: after(HOUR_S) })
      expect(await take([help(4)])).toBeNull()
    })

    test('are never more than the limit, however many concurrent calls there are', async () => {
      const { take, counts } = await openUsages()
      const calls = Array.from({ length: 24 }, (_, i) => take([help(7, 'all'), help(9, `subject ${i % 3}`)]))
      const allowed = (await Promise.all(calls)).filter((reached) => reached === null)
      expect(allowed).toHaveLength(7)
      expect(await counts([help(7, 'all')])).toEqual([7])
    })

    test('do not deadlock if concurrent calls name their counters in different orders', async () => {
      const { take } = await openUsages()
      const [a, b] = [help(100, 'a'), help(100, 'b')]
      const calls = Array.from({ length: 16 }, (_, i) => take(i % 2 === 0 ? [a, b] : [b, a]))
      expect(await Promise.all(calls)).toEqual(calls.map(() => null))
    })

    test('are not counted if the unit of work fails', async () => {
      const { run, account, counts } = await openUsages()
      const failing = run(async (stores) => {
        await stores.usages.take(account.id, [help(1)], NOW)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await counts([help(1)])).toEqual([0])
    })

    test('are forgotten by a reset, only under the given counters', async () => {
      const { take, counts, usages, account } = await openUsages()
      const counters = [help(1), helpOfDay(1), help(1, 'bob')]
      await take(counters)
      await usages((store) => store.reset(account.id, [help(9), helpOfDay(9)]))
      expect(await counts(counters)).toEqual([0, 0, 1])
    })

    test('of a thousand uses are all counted', async () => {
      const { usages, account, counts } = await openUsages()
      await usages(async (store) => {
        for (let i = 0; i < 1_000; i++) expect(await store.take(account.id, [helpOfDay(1_000)], after(i))).toBeNull()
      })
      expect(await counts([helpOfDay(1_000)], 1_000)).toEqual([1_000])
      expect(await usages((store) => store.take(account.id, [helpOfDay(1_000)], after(1_000)))).not.toBeNull()
    })
  })

  describe('trimming usages', () => {
    test('deletes the counters of one account whose uses have stopped counting, up to the limit', async () => {
      const { take, usages, account, neighbour, run } = await openUsages()
      const { id: other } = await neighbour()
      const subjects = ['a', 'b', 'c', 'young'].map((subject) => help(1, subject))
      for (const [i, counter] of subjects.entries()) await take([counter], i)
      await take([help(1)], 0, other)
      const trim = (owner: AccountId, limit: number) => usages((store) => store.trim(owner, after(HOUR_S + 2), limit))
      expect([await trim(account.id, 2), await trim(account.id, 2), await trim(account.id, 2)]).toEqual([2, 1, 0])
      const countOf = (owner: AccountId) =>
        run((stores) => stores.usages.counts(owner, [help(1, 'young'), help(1)], NOW))
      expect([await countOf(account.id), await countOf(other)]).toEqual([
        [1, 0],
        [0, 1],
      ])
    })
  })
}
