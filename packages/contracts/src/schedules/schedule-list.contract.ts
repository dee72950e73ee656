import { describe, expect, test } from '@jest/globals'
import { SCHEDULE_SORTS, type Schedule, type ScheduleSort } from '@carillon/core'
import { after } from '../fixtures/builders.js'
import { anOccurrenceAt, aSchedule, DAILY, ONCE } from './schedule-builders.js'
import type { ScheduleStoreFixture } from './schedule-fixture.js'

const RECURRING = { ...ONCE, recurrence: DAILY }

export function describeScheduleList(openFixture: () => Promise<ScheduleStoreFixture>) {
  describe('list of schedules', () => {
    test.each([
      ['nextScheduledFor', 'dbcfae'],
      ['-nextScheduledFor', 'fcbdea'],
      ['createdAt', 'fdeabc'],
      ['-createdAt', 'cbaedf'],
    ] as const)(
      'sorted by %s is in the order of that field, then by id; schedules without a value come last',
      async (sort, order) => {
        const { listed, added } = await openFixture()
        const names = nameAll({
          a: await added({ next: null, status: 'ended', createdAt: after(3) }),
          b: await added({ next: anOccurrenceAt(after(20)), createdAt: after(3) }),
          c: await added({ next: anOccurrenceAt(after(20)), createdAt: after(3) }),
          d: await added({ next: anOccurrenceAt(after(10)), createdAt: after(1) }),
          e: await added({ next: null, status: 'ended', createdAt: after(2) }),
          f: await added({ next: anOccurrenceAt(after(30)), createdAt: after(0) }),
        })
        expect((await listed({ sort })).map(names).join('')).toBe(order)
      },
    )

    test.each(SCHEDULE_SORTS)('sorted by %s continues from page to page, and ends', async (sort) => {
      const { list, added } = await openFixture()
      for (let i = 0; i < 7; i++) {
        await added(i % 3 === 0 ? { next: null, status: 'ended' } : { next: anOccurrenceAt(after(i % 2)) })
      }
      const { results: all } = await list({ sort })
      expect(all).toHaveLength(7)
      for (const limit of [1, 2, 3, 4, 7]) {
        const pages = Math.ceil(7 / limit)
        for (let page = 1; page <= pages; page++) {
          const results = all.slice((page - 1) * limit, page * limit)
          expect(await list({ sort, page, limit })).toEqual({ page, limit, totalCount: 7, results })
        }
        const past = { page: pages + 1, limit }
        expect(await list({ sort, ...past })).toEqual({ ...past, totalCount: 7, results: [] })
        expect((await list({ sort, page: 1_000, limit })).results).toEqual([])
      }
    })

    test('returns schedules with all fields', async () => {
      const { listed, added } = await openFixture()
      const schedule = await added()
      expect(await listed()).toEqual([schedule])
    })

    test('is empty for an account without schedules, even if other accounts have some', async () => {
      const { neighbour, added, list } = await openFixture()
      await added()
      await added({ next: null, status: 'ended' })
      const other = await neighbour()
      for (const sort of SCHEDULE_SORTS) {
        expect(await list({ sort }, other.id)).toEqual({ page: 1, limit: 20, totalCount: 0, results: [] })
      }
    })

    test('contains only schedules of the account', async () => {
      const { neighbour, add, added, list } = await openFixture()
      const other = await neighbour()
      for (const next of [anOccurrenceAt(after(1)), null]) {
        await added({ next })
        await add(aSchedule({ account: other.id, next }))
      }
      for (const sort of SCHEDULE_SORTS) {
        const { totalCount, results } = await list({ sort }, other.id)
        expect([totalCount, results.map(({ account }) => account)]).toEqual([2, [other.id, other.id]])
      }
    })
  })

  describe('list of schedules filtered', () => {
    /** Returns a function that lists in each sort order, and checks that the same schedules are found. */
    const openFiltered = async () => {
      const { added, list } = await openFixture()
      const names = nameAll({
        a: await added({ next: anOccurrenceAt(after(10)) }),
        b: await added({ next: anOccurrenceAt(after(20)), status: 'paused' }),
        c: await added({ next: anOccurrenceAt(after(30)), timetable: RECURRING }),
        d: await added({ next: anOccurrenceAt(after(40)), timetable: RECURRING, status: 'paused' }),
        e: await added({ next: null, status: 'ended' }),
        f: await added({ next: null, timetable: RECURRING, status: 'ended' }),
      })
      return async (filters: Omit<Parameters<typeof list>[0] & object, 'sort'>) => {
        const found = await Promise.all(
          SCHEDULE_SORTS.map(async (sort: ScheduleSort) => {
            const { results, totalCount } = await list({ ...filters, sort })
            expect(totalCount).toBe(results.length)
            return results.map(names).sort().join('')
          }),
        )
        expect(new Set(found).size).toBe(1)
        return found[0]
      }
    }

    test.each([
      [['active'], 'ac'],
      [['paused'], 'bd'],
      [['ended'], 'ef'],
      [['ended', 'active'], 'acef'],
      [['active', 'paused', 'ended'], 'abcdef'],
      [[], ''],
    ] as const)('by status contains the schedules with any of %j', async (statuses, expected) => {
      const found = await openFiltered()
      expect(await found({ statuses })).toBe(expected)
    })

    test.each([
      [['oneTime'], 'abe'],
      [['recurring'], 'cdf'],
      [['recurring', 'oneTime'], 'abcdef'],
      [[], ''],
    ] as const)('by timing contains the schedules with any of %j', async (timings, expected) => {
      const found = await openFiltered()
      expect(await found({ timings })).toBe(expected)
    })

    test.each([
      [20, null, 'bcd'],
      [20.001, null, 'cd'],
      [null, 30, 'abc'],
      [null, 29.999, 'ab'],
      [20, 30, 'bc'],
      [20, 20, 'b'],
      [30, 20, ''],
      [-1e9, 1e9, 'abcd'],
    ])('by next occurrence contains the schedules from %s to %s, both inclusive', async (from, to, expected) => {
      const found = await openFiltered()
      const [nextFrom, nextTo] = [from, to].map((seconds) => (seconds === null ? null : after(seconds)))
      expect(await found({ nextFrom: nextFrom!, nextTo: nextTo! })).toBe(expected)
    })

    test('by several filters contains the schedules that match all of them', async () => {
      const found = await openFiltered()
      const recurring = { timings: ['recurring'] } as const
      expect(await found({ ...recurring, statuses: ['paused', 'ended'] })).toBe('df')
      expect(await found({ ...recurring, nextTo: after(30) })).toBe('c')
      expect(await found({ statuses: ['paused'], nextFrom: after(10), nextTo: after(30) })).toBe('b')
      expect(await found({ ...recurring, statuses: ['paused'], nextFrom: after(40), nextTo: after(40) })).toBe('d')
      expect(await found({ statuses: ['ended'], nextFrom: after(0) })).toBe('')
    })

    test.each(SCHEDULE_SORTS)('by status and timing continues from page to page: %s', async (sort) => {
      const { added, list } = await openFixture()
      for (let i = 0; i < 12; i++) {
        const timetable = i % 2 === 0 ? RECURRING : ONCE
        await added(i % 3 === 0 ? { timetable, next: null, status: 'ended' } : { timetable })
      }
      const wanted = { sort, statuses: ['active', 'ended'], timings: ['recurring'] } as const
      const { results: all } = await list(wanted)
      expect(all).toHaveLength(6)
      for (const page of [1, 2, 3]) {
        expect((await list({ ...wanted, page, limit: 2 })).results).toEqual(all.slice(2 * page - 2, 2 * page))
      }
    })
  })
}

/** Gives each schedule a short name. */
function nameAll(schedules: Readonly<Record<string, Schedule>>) {
  const names = new Map(Object.entries(schedules).map(([name, { id }]) => [id, name]))
  return ({ id }: Schedule) => names.get(id)!
}
