import { describe, expect, test } from '@jest/globals'
import { isPausedPrefix, isPumped, workBitsOf } from './code-traffic.js'

describe('the codes of a form', () => {
  test.each([
    [50, 0, false],
    [51, 0, true],
    [51, 5, true],
    [51, 6, false],
    [1_000, 99, true],
    [1_000, 100, false],
  ])('of which %d were sent and %d were entered in an hour are pumped: %j', (sent, entered, expected) => {
    expect(isPumped({ sent, entered })).toBe(expected)
  })

  test.each([
    [50, 0, 0],
    [51, 0, 18],
    [99, 0, 18],
    [100, 0, 19],
    [400, 0, 21],
    [100_000, 0, 22],
    [100_000, 10_000, 0],
  ])('of which %d were sent and %d were entered require %d bits of work', (sent, entered, bits) => {
    expect(workBitsOf({ sent, entered })).toBe(bits)
  })
})

test.each([
  [4, 0, false],
  [5, 0, true],
  [5, 1, false],
  [20, 1, true],
  [20, 2, false],
])('a prefix with %d codes sent and %d entered pauses while the form is pumped: %j', (sent, entered, expected) => {
  expect(isPausedPrefix({ sent, entered })).toBe(expected)
})
