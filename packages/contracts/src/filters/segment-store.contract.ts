import type { AccountId, Segment, SegmentQuery } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ids, NOW } from '../fixtures/builders.js'

export function aSegment(given: Partial<Segment> & { readonly account: AccountId }): Segment {
  const condition = { firstName: { eq: 'Ann' } }
  return { id: ids.next('seg'), name: 'Anns', condition, createdAt: NOW, updatedAt: NOW, ...given }
}

export function describeSegmentStore(open: OpenTestAdapters) {
  const openFixture = async () => {
    const fixture = await accountFixture(await open())
    const account = fixture.account.id
    return {
      ...{ account, run: fixture.run, other: (await fixture.neighbour()).id },
      put: (...segments: readonly Segment[]) =>
        fixture.run(async (stores) => {
          for (const segment of segments) await stores.segments.put(segment)
        }),
      list: (query: Partial<SegmentQuery> = {}) =>
        fixture.run(({ segments }) => segments.list(account, { page: 1, limit: 10, name: null, ...query })),
    }
  }

  describe('segments', () => {
    test('are found with every field, in their account only, and removed', async () => {
      const { account, other, run, put } = await openFixture()
      const condition = { any: [{ not: { groups: { ids: { in: [ids.next('grp')] } } } }, { tz: { exists: false } }] }
      const segment = aSegment({ account, condition, updatedAt: after(5) })
      await put(segment)
      const find = (of: AccountId) => run(({ segments }) => segments.find(of, segment.id))
      expect(await find(account)).toEqual(segment)
      expect(await run(({ segments }) => segments.lock(account, segment.id))).toEqual(segment)
      expect(await run(({ segments }) => segments.lock(other, segment.id))).toBeNull()
      expect(await find(other)).toBeNull()
      await run(({ segments }) => segments.remove(other, segment.id))
      expect(await find(account)).toEqual(segment)
      await run(({ segments }) => segments.remove(account, segment.id))
      expect(await find(account)).toBeNull()
    })

    test('are saved again with another name, condition and time of change', async () => {
      const { account, run, put } = await openFixture()
      const before = aSegment({ account })
      const changed = { ...before, name: 'Bobs', condition: { firstName: { eq: 'Bob' } }, updatedAt: after(9) }
      await put(before, { ...changed, createdAt: after(9) })
      expect(await run(({ segments }) => segments.find(account, before.id))).toEqual(changed)
    })

    test('are listed by name, and newest first by part of the name, in any case', async () => {
      const { account, other, run, put, list } = await openFixture()
      const [b, a, c] = [
        aSegment({ account, name: 'B plan' }),
        aSegment({ account, name: 'A plan', createdAt: after(1) }),
        aSegment({ account, name: 'C', createdAt: after(2) }),
      ]
      await put(b, a, c, aSegment({ account: other, name: 'D plan' }))
      expect(await run(({ segments }) => segments.of(account))).toEqual([a, b, c])
      expect((await list()).results).toEqual([c, a, b])
      expect(await list({ name: 'PLAN', limit: 1, page: 2 })).toEqual({
        page: 2,
        limit: 1,
        totalCount: 2,
        results: [b],
      })
    })
  })
}
