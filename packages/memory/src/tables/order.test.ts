import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { by, firstOf } from './order.js'

const ORDER = by<{ readonly n: number; readonly i: number }>(({ n }) => n)

test('firstOf returns the first items of a stable sort', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5), { maxLength: 30 }), fc.nat(8), (numbers, limit) => {
      const items = numbers.map((n, i) => ({ n, i }))
      expect(firstOf(items, ORDER, limit)).toEqual(items.toSorted(ORDER).slice(0, limit))
    }),
  )
})
