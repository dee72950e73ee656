import { describe, expect, test } from '@jest/globals'
import { aboveRateMs, withRaisedRate, type FailureRate } from './failure-rate.js'

const NOW_MS = 1_000_000_000

function raised(times: number): FailureRate | undefined {
  let rate: FailureRate | undefined
  for (let i = 0; i < times; i++) rate = withRaisedRate(rate, NOW_MS, 50)
  return rate
}

describe('a failure rate', () => {
  test('is below its limit until there have been as many failures as a minute allows', () => {
    expect(aboveRateMs(undefined, NOW_MS, 50)).toBe(0)
    expect(aboveRateMs(raised(49), NOW_MS, 50)).toBe(0)
    expect(aboveRateMs(raised(50), NOW_MS, 50)).toBe(1_200)
  })

  test('leaves room for one more failure after its share of a minute', () => {
    expect(aboveRateMs(raised(50), NOW_MS + 1_199, 50)).toBe(1)
    expect(aboveRateMs(raised(50), NOW_MS + 1_200, 50)).toBe(0)
  })

  test('does not rise far above its limit, so that it is soon below it again', () => {
    expect(aboveRateMs(raised(5_000), NOW_MS, 50)).toBe(2_400)
  })

  test('is zero after a minute, and also if the clock was set back', () => {
    for (const nowMs of [NOW_MS + 60_000, NOW_MS - 3_600_000]) {
      expect(withRaisedRate(raised(50), nowMs, 50)).toEqual({ level: 1, atMs: nowMs })
    }
  })
})
