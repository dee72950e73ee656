import { expect, test } from '@jest/globals'
import { batched } from './batched.js'

/** Doubles numbers, one batch at a time. */
function open({ fails = () => false }: { fails?: (items: readonly number[]) => boolean } = {}) {
  const batches: (readonly number[])[] = []
  const double = batched(async (items: readonly number[]) => {
    batches.push(items)
    await new Promise((resolve) => setImmediate(resolve))
    if (fails(items)) throw new Error(`Not ${items.join()}`)
    return items.map((item) => item * 2)
  })
  return { double, batches }
}

test('the first item runs at once, and items that arrive in the meantime form a batch', async () => {
  const { double, batches } = open()
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([[1], [2, 3, 4]])
  expect(await double(5)).toBe(10)
  expect(batches).toHaveLength(3)
})

test('a batch has at most 100 items', async () => {
  const { double, batches } = open()
  await Promise.all(Array.from({ length: 250 }, (_, i) => double(i)))
  expect(batches.map(({ length }) => length)).toEqual([1, 100, 100, 49])
})

test('an item never fails because of another item', async () => {
  const { double } = open({ fails: (items) => items.includes(3) })
  const results = await Promise.allSettled([1, 2, 3, 4].map(double))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    2,
    4,
    'failed',
    8,
  ])
})
