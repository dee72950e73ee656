import { expect, test } from '@jest/globals'
import { clockOf } from './clock.js'

test.each([
  ['2026-03-01T12:00:00.000Z', undefined, '2026-03-01 12:00:00 UTC'],
  ['2026-11-01T05:30:00.000Z', 'America/New_York', '2026-11-01 01:30:00 EDT'],
  ['2026-11-01T06:30:00.000Z', 'America/New_York', '2026-11-01 01:30:00 EST'],
  ['2026-03-01T12:00:00.000Z', 'America/Nowhere', '2026-03-01 12:00:00 UTC'],
])('%s in the zone %s is shown as %s', (instant, timezone, shown) => {
  expect(clockOf(instant, timezone)).toBe(shown)
})
