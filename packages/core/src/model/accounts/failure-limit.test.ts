import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ADMIN_FAILURE_LIMIT, blockedMs, KEY_FAILURE_LIMIT, withFailure, type Failures } from './failure-limit.js'

const NOW_MS = 1_000_000_000

/** The record after this many failures at the same time. */
function failed(count: number, limit = KEY_FAILURE_LIMIT): Failures | undefined {
  let failures: Failures | undefined
  for (let i = 0; i < count; i++) failures = withFailure(failures, NOW_MS, limit)
  return failures
}

describe('failed authentications of a client', () => {
  test('are free four times', () => {
    for (const count of [0, 1, 4]) expect(blockedMs(failed(count), NOW_MS, KEY_FAILURE_LIMIT)).toBe(0)
  })

  test('block it from the fifth one on, each twice as long as the previous one, for at most a minute', () => {
    const blocks = [5, 6, 7, 10, 11, 12, 2_000].map((count) => blockedMs(failed(count), NOW_MS, KEY_FAILURE_LIMIT))
    expect(blocks).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000])
  })

  test('with the admin token block it for at most eight seconds', () => {
    expect(blockedMs(failed(100, ADMIN_FAILURE_LIMIT), NOW_MS, ADMIN_FAILURE_LIMIT)).toBe(8_000)
  })

  test('block it until the time is over, and no longer', () => {
    const left = [0, 999, 1_000, 5_000].map((ms) => blockedMs(failed(5), NOW_MS + ms, KEY_FAILURE_LIMIT))
    expect(left).toEqual([1_000, 1, 0, 0])
  })

  test('are forgotten after a minute if they have not blocked it, and after ten minutes if they have', () => {
    expect(withFailure(failed(4), NOW_MS + 59_999, KEY_FAILURE_LIMIT).count).toBe(5)
    expect(withFailure(failed(4), NOW_MS + 60_000, KEY_FAILURE_LIMIT).count).toBe(1)
    expect(withFailure(failed(5), NOW_MS + 599_999, KEY_FAILURE_LIMIT).count).toBe(6)
    expect(withFailure(failed(5), NOW_MS + 600_000, KEY_FAILURE_LIMIT).count).toBe(1)
  })

  test('do not block it for longer if the clock is set back', () => {
    expect(blockedMs(failed(5), NOW_MS - 3_600_000, KEY_FAILURE_LIMIT)).toBe(0)
    expect(blockedMs(failed(8), NOW_MS - 10_000, KEY_FAILURE_LIMIT)).toBe(0)
  })

  test('allow at most 20 checks in the first ten minutes, whenever a client tries', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 200, maxLength: 400 })
    fc.assert(
      fc.property(pauses, (waits) => {
        let [nowMs, checks]: [number, number] = [NOW_MS, 0]
        let failures: Failures | undefined
        for (const wait of waits) {
          nowMs += wait
          if (nowMs - NOW_MS >= 600_000) break
          if (blockedMs(failures, nowMs, KEY_FAILURE_LIMIT) > 0) continue
          failures = withFailure(failures, nowMs, KEY_FAILURE_LIMIT)
          checks++
        }
        expect(checks).toBeLessThanOrEqual(20)
      }),
    )
  })
})
