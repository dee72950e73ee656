import { expect, test } from '@jest/globals'
import { axisTicks } from './axis-ticks.js'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 5, 10]],
  [48, [0, 20, 40, 60]],
  [50_000, [0, 20_000, 40_000, 60_000]],
])('up to %d', (max, ticks) => {
  expect(axisTicks(max)).toEqual(ticks)
})

test.each([1, 9, 11, 99, 101, 4_999, 123_456])('%d has a place on its axis, which is not crowded', (max) => {
  const ticks = axisTicks(max)
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
  expect(ticks.at(-2)).toBeLessThan(max)
  expect(ticks.length).toBeLessThanOrEqual(5)
})
