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

describe('the limits', () => {
  test('of the contract, in requests a minute', () => {
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

  test('that an account was stored without are the defaults', () => {
    expect(completeRateLimits({ message: 5, contactApiRead: null })).toEqual({
      ...CONTRACT_RATE_LIMITS,
      message: 5,
      contactApiRead: null,
    })
  })

  test('that an account without any limit was stored without are none', () => {
    const { messagingRead: _, messagingWrite: __, preview: ___, ...stored } = NO_RATE_LIMITS
    expect(completeRateLimits(stored)).toEqual(NO_RATE_LIMITS)
  })

  test('can be none, for every kind of request', () => {
    expect(Object.keys(NO_RATE_LIMITS)).toEqual(Object.keys(CONTRACT_RATE_LIMITS))
    expect(Object.values(NO_RATE_LIMITS).every((limit) => limit === null)).toBe(true)
  })
})

describe('what a request is told', () => {
  test('the first: what is left, and that it takes a whole minute to come back', () => {
    expect(allowanceOf({ allowed: true, window: [NOW_MS], limit: 60, nowMs: NOW_MS })).toEqual({
      allowed: true,
      limit: 60,
      remaining: 59,
      resetMs: 60_000,
    })
  })

  test('one that is refused: nothing is left until the oldest leaves the window', () => {
    const window = [NOW_MS - 45_000, NOW_MS - 20_000]
    expect(allowanceOf({ allowed: false, window, limit: 2, nowMs: NOW_MS })).toEqual({
      allowed: false,
      limit: 2,
      remaining: 0,
      resetMs: 15_000,
    })
  })

  test('the last: nothing is left, though it was allowed', () => {
    const told = allowanceOf({ allowed: true, window: [NOW_MS - 1_000, NOW_MS], limit: 2, nowMs: NOW_MS })
    expect(told).toMatchObject({ allowed: true, remaining: 0, resetMs: 59_000 })
  })

  test('one after the limit was lowered: how long until enough have left', () => {
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

  test('one where nothing is counted or allowed: a whole minute', () => {
    expect(allowanceOf({ allowed: false, window: [], limit: 0, nowMs: NOW_MS })).toMatchObject({
      remaining: 0,
      resetMs: 60_000,
    })
  })

  test('one whose clock was read before that of a request which overtook it: a minute at most', () => {
    const overtaking = NOW_MS + 1_500
    expect(allowanceOf({ allowed: false, window: [overtaking], limit: 1, nowMs: NOW_MS }).resetMs).toBe(60_000)
    expect(refusedUntil({ untilMs: overtaking + RATE_WINDOW_MS, limit: 1, nowMs: NOW_MS })).toEqual({
      allowed: false,
      limit: 1,
      remaining: 0,
      resetMs: 60_000,
    })
  })

  test('is 1 ms to a minute, however the clocks of the requests differ', () => {
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

  test('always holds: after resetMs there is room, and not a millisecond before', () => {
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
