import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  CONTRACT_RATE_LIMITS,
  allowanceOf,
  completeRateLimits,
  refusedUntil,
  NO_RATE_LIMITS,
  RATE_WINDOW_MS,
} from './rate-limit.js'

const NOW_MS = 1_000_000

describe('rate limits', () => {
  test('have the defaults of the contract, in requests per minute', () => {
    expect(CONTRACT_RATE_LIMITS).toEqual({
      message: 60,
      broadcast: 1,
      batch: 10,
      scheduleWrite: 60,
      scheduleRead: 150,
      contactApiWrite: 150,
      contactApiRead: 150,
      messagingWrite: 150,
      messagingRead: 150,
      preview: 60,
    })
  })

  test('that are missing from a stored account have their defaults', () => {
    expect(completeRateLimits({ message: 5, contactApiRead: null })).toEqual({
      ...CONTRACT_RATE_LIMITS,
      message: 5,
      contactApiRead: null,
    })
  })

  test('that are missing from a stored account are disabled if all of its stored limits are disabled', () => {
    const { messagingRead: _, messagingWrite: __, preview: ___, ...stored } = NO_RATE_LIMITS
    expect(completeRateLimits(stored)).toEqual(NO_RATE_LIMITS)
  })

  test('can be disabled for every kind of request', () => {
    expect(Object.keys(NO_RATE_LIMITS)).toEqual(Object.keys(CONTRACT_RATE_LIMITS))
    expect(Object.values(NO_RATE_LIMITS).every((limit) => limit === null)).toBe(true)
  })
})

describe('the allowance of a request', () => {
  test('that is the first: all other requests remain, and the reset is after a full minute', () => {
    expect(allowanceOf({ allowed: true, window: [NOW_MS], limit: 60, nowMs: NOW_MS })).toEqual({
      allowed: true,
      limit: 60,
      remaining: 59,
      resetMs: 60_000,
    })
  })

  test('that is refused: no more requests remain until the oldest one leaves the window', () => {
    const window = [NOW_MS - 45_000, NOW_MS - 20_000]
    expect(allowanceOf({ allowed: false, window, limit: 2, nowMs: NOW_MS })).toEqual({
      allowed: false,
      limit: 2,
      remaining: 0,
      resetMs: 15_000,
    })
  })

  test('that is the last allowed one: no more requests remain', () => {
    const allowance = allowanceOf({ allowed: true, window: [NOW_MS - 1_000, NOW_MS], limit: 2, nowMs: NOW_MS })
    expect(allowance).toMatchObject({ allowed: true, remaining: 0, resetMs: 59_000 })
  })

  test('after the limit was lowered: the reset is when enough requests have left the window', () => {
    const window = [NOW_MS - 50_000, NOW_MS - 40_000, NOW_MS - 30_000]
    expect(allowanceOf({ allowed: false, window, limit: 1, nowMs: NOW_MS })).toMatchObject({
      remaining: 0,
      resetMs: 30_000,
    })
    expect(allowanceOf({ allowed: false, window, limit: 2, nowMs: NOW_MS })).toMatchObject({
      remaining: 0,
      resetMs: 20_000,
    })
  })

  test('with a limit of zero and no counted requests: the reset is after a full minute', () => {
    expect(allowanceOf({ allowed: false, window: [], limit: 0, nowMs: NOW_MS })).toMatchObject({
      remaining: 0,
      resetMs: 60_000,
    })
  })

  test('that reads an earlier time than the previous request: the reset is after at most a minute', () => {
    const overtaking = NOW_MS + 1_500
    expect(allowanceOf({ allowed: false, window: [overtaking], limit: 1, nowMs: NOW_MS }).resetMs).toBe(60_000)
    expect(refusedUntil({ untilMs: overtaking + RATE_WINDOW_MS, limit: 1, nowMs: NOW_MS })).toEqual({
      allowed: false,
      limit: 1,
      remaining: 0,
      resetMs: 60_000,
    })
  })

  test('resets after at least 1 ms and at most a minute, however the clocks of the requests differ', () => {
    const instant = fc.integer({ min: NOW_MS - 10 * RATE_WINDOW_MS, max: NOW_MS + 10 * RATE_WINDOW_MS })
    const windows = fc.array(instant, { maxLength: 20 }).map((instants) => instants.sort((a, b) => a - b))
    fc.assert(
      fc.property(windows, fc.nat(20), instant, fc.boolean(), (window, limit, nowMs, allowed) => {
        const untilMs = (window[0] ?? nowMs) + RATE_WINDOW_MS
        for (const { resetMs } of [
          allowanceOf({ allowed, window, limit, nowMs }),
          refusedUntil({ untilMs, limit, nowMs }),
        ]) {
          expect(resetMs).toBeGreaterThanOrEqual(1)
          expect(resetMs).toBeLessThanOrEqual(RATE_WINDOW_MS)
        }
      }),
    )
  })

  test('resets exactly when a request is allowed again, and not a millisecond earlier', () => {
    const window = fc.array(fc.integer({ min: NOW_MS - RATE_WINDOW_MS + 1, max: NOW_MS }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(window, fc.integer({ min: 1, max: 20 }), (instants, limit) => {
        fc.pre(instants.length >= limit)
        const sorted = [...instants].sort((a, b) => a - b)
        const { resetMs, remaining } = allowanceOf({ allowed: false, window: sorted, limit, nowMs: NOW_MS })
        const countedAfter = (ms: number) => sorted.filter((at) => at + RATE_WINDOW_MS > NOW_MS + ms).length
        expect(remaining).toBe(0)
        expect(countedAfter(resetMs)).toBeLessThan(limit)
        expect(countedAfter(resetMs - 1)).toBeGreaterThanOrEqual(limit)
      }),
    )
  })
})
