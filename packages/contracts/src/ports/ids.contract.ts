import { describe, expect, test } from '@jest/globals'
import { isGroupId, type Ids } from '@carillon/core'

export function describeIds(open: () => Promise<Ids>) {
  describe('ids', () => {
    test('consist of their prefix and 26 characters', async () => {
      const ids = await open()
      expect(ids.next('con')).toMatch(/^con_[0-9a-z]{26}$/)
      expect(isGroupId(ids.next('grp'))).toBe(true)
    })

    test('sort after all earlier ids, whatever their kind', async () => {
      const ids = await open()
      const given = Array.from({ length: 1_000 }, (_, i) => ids.next(i % 2 === 0 ? 'log' : 'evt').slice(4))
      expect(given.toSorted()).toEqual(given)
      expect(new Set(given).size).toBe(1_000)
    })
  })
}
