import { expect, test } from '@jest/globals'
import { retryAfterMs } from './retry-after.js'

const NOW = new Date('2026-03-01T12:00:00Z')
const YEAR_MS = 365 * 86_400_000

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 120 ', 120_000],
  ['9'.repeat(400), YEAR_MS],
  ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
  ['Sunday, 01-Mar-26 12:01:00 GMT', 60_000],
  ['Sun Mar  1 12:01:00 2026', 60_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['Sun, 01 Mar 9999 11:00:00 GMT', YEAR_MS],
])('Retry-After "%s" is parsed', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms)
})

test.each(['', '-5', '1.5', '1e3', '0x10', 'soon', '2026-03-01T12:01:00Z', 'Sun, 99 Mar 2026 12:01:00 GMT', '5, 10'])(
  'Retry-After "%s" is ignored',
  (header) => {
    expect(retryAfterMs(header, NOW)).toBeNull()
  },
)

test('the first of several headers counts, and a missing header is ignored', () => {
  expect(retryAfterMs(['5', '10'], NOW)).toBe(5_000)
  expect(retryAfterMs(undefined, NOW)).toBeNull()
})
