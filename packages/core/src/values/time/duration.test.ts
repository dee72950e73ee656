import { expect, test } from '@jest/globals'
import { durationMs } from './duration.js'
import { DAY_MS, HOUR_MS } from './instant.js'

test.each([
  ['1h', HOUR_MS],
  ['24h', DAY_MS],
  ['30d', 30 * DAY_MS],
  ['8w', 56 * DAY_MS],
  ['99999w', 99_999 * 7 * DAY_MS],
])('%s is a duration', (text, ms) => {
  expect(durationMs(text)).toBe(ms)
})

test.each(['', '0h', '01h', '1', 'h', '1m', '1H', ' 1h', '1h ', '1.5h', '-1h', '100000h', '1hd'])(
  '%j is no duration',
  (text) => {
    expect(durationMs(text)).toBeNull()
  },
)

test('a duration with a unit that is not wanted is none', () => {
  expect([durationMs('1h', ['h']), durationMs('1d', ['h']), durationMs('1w', ['h', 'd'])]).toEqual([
    HOUR_MS,
    null,
    null,
  ])
})
