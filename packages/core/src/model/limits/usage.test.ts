import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { freeAtMs, usesWithin, withUse, type UsageEntry, type UsageLimit } from './usage.js'

const HOUR_MS = 3_600_000
const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z')
const THREE_AN_HOUR: UsageLimit = { max: 3, withinMs: HOUR_MS }

/** The entries after uses at these times, and the times at which a use was allowed. */
function useAt(times: readonly number[], limit: UsageLimit) {
  let entries: readonly UsageEntry[] = []
  const allowed = times.filter((atMs) => {
    if (usesWithin(entries, limit.withinMs, atMs) >= limit.max) return false
    entries = withUse(entries, limit.withinMs, atMs)
    return true
  })
  return { entries, allowed }
}

describe('a usage limit', () => {
  test('allows its number of uses, and the next one exactly one period after the first', () => {
    const times = [0, 1, 2, 3, HOUR_MS - 1, HOUR_MS, HOUR_MS, HOUR_MS + 1].map((ms) => NOW_MS + ms)
    expect(useAt(times, THREE_AN_HOUR).allowed).toEqual([0, 1, 2, HOUR_MS, HOUR_MS + 1].map((ms) => NOW_MS + ms))
  })

  test('of zero allows no use', () => {
    expect(freeAtMs([], { max: 0, withinMs: HOUR_MS }, NOW_MS)).toBe(NOW_MS + HOUR_MS)
  })

  test('returns when the next use is allowed', () => {
    const { entries } = useAt([NOW_MS, NOW_MS + 1_000, NOW_MS + 2_000], THREE_AN_HOUR)
    expect(freeAtMs(entries, THREE_AN_HOUR, NOW_MS + 5_000)).toBe(NOW_MS + HOUR_MS)
    expect(freeAtMs(entries, { ...THREE_AN_HOUR, max: 1 }, NOW_MS + 5_000)).toBe(NOW_MS + 2_000 + HOUR_MS)
    expect(freeAtMs(entries, { ...THREE_AN_HOUR, max: 4 }, NOW_MS + 5_000)).toBe(NOW_MS + 5_000)
  })

  test('counts a use that a clock ahead of this one has stored', () => {
    const { entries } = useAt([NOW_MS + 500], THREE_AN_HOUR)
    expect(usesWithin(entries, HOUR_MS, NOW_MS)).toBe(1)
  })

  const steps = fc.array(fc.oneof(fc.nat(2_000), fc.nat(HOUR_MS / 10)), { maxLength: 400 })
  const timesOf = (given: readonly number[]) => {
    let atMs = NOW_MS
    return given.map((step) => (atMs += step))
  }

  test('is never exceeded in any period, however many uses there are', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 200 }), (given, max) => {
        const { allowed } = useAt(timesOf(given), { max, withinMs: HOUR_MS })
        for (const from of allowed) {
          const within = allowed.filter((atMs) => atMs >= from && atMs < from + HOUR_MS)
          expect(within.length).toBeLessThanOrEqual(max)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('refuses a use only if its number of uses was allowed in the period and one sixtieth before', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 200 }), (given, max) => {
        const times = timesOf(given)
        const { allowed } = useAt(times, { max, withinMs: HOUR_MS })
        const reachMs = HOUR_MS + HOUR_MS / 60
        const left = [...allowed]
        for (const atMs of times) {
          if (left[0] === atMs) left.shift()
          else expect(allowed.filter((one) => one > atMs - reachMs && one <= atMs).length).toBeGreaterThanOrEqual(max)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('keeps at most 100 entries', () => {
    fc.assert(
      fc.property(steps, (given) => {
        expect(useAt(timesOf(given), { max: 10_000, withinMs: HOUR_MS }).entries.length).toBeLessThanOrEqual(100)
      }),
      { numRuns: 50 },
    )
  })
})
