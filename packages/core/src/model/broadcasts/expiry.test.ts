import { aBroadcast, after, ids, NOW } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { canaryOf } from './canary.js'
import { beforeExpiry, defaultExpiry, expiryOf, isExpired, rateDelayMs } from './expiry.js'

const HOUR = 3_600
const CANARY = canaryOf({ recipients: 500 })

describe('the expiry of a broadcast', () => {
  test('is 24 hours after the start, and later by the wait of a canary and the time of waves', () => {
    expect(defaultExpiry(NOW, null)).toEqual(after(24 * HOUR))
    expect(defaultExpiry(NOW, CANARY)).toEqual(after(24 * HOUR + 1_800))
    expect(defaultExpiry(NOW, null, 60_000)).toEqual(after(24 * HOUR + 60))
    expect(expiryOf(undefined, NOW, CANARY)).toEqual(after(24 * HOUR + 1_800))
  })

  test('is later by the whole hours that a slow rate needs', () => {
    expect(rateDelayMs(50_000, { parts: 1, perSecond: 0.25 })).toBe(55 * HOUR * 1_000)
    expect(rateDelayMs(50_000, { parts: 3, perSecond: 10 })).toBe(4 * HOUR * 1_000)
    expect(rateDelayMs(3_599, { parts: 1, perSecond: 1 })).toBe(0)
    expect(rateDelayMs(3_600, { parts: 1, perSecond: 1 })).toBe(HOUR * 1_000)
    expect(rateDelayMs(3_600, { parts: 1, perSecond: 1, openShare: 1 / 3 })).toBe(3 * HOUR * 1_000)
  })

  test('can be requested from 1 minute to 30 days after the start', () => {
    expect(expiryOf(after(60), NOW, null)).toEqual(after(60))
    expect(expiryOf(after(30 * 24 * HOUR), NOW, null)).toEqual(after(30 * 24 * HOUR))
    expect(() => expiryOf(after(59.999), NOW, null)).toThrow(
      /^expiresAt must be at least 1 minute after the start: not before .*Z, got .*Z$/,
    )
    expect(() => expiryOf(after(30 * 24 * HOUR + 0.001), NOW, null)).toThrow(
      /^expiresAt must be at most 30 days after the start: not after .*Z, got .*Z$/,
    )
  })

  test('leaves time for the recipients that wait for a canary', () => {
    expect(expiryOf(after(1_860), NOW, CANARY)).toEqual(after(1_860))
    expect(() => expiryOf(after(1_859), NOW, CANARY)).toThrow('after the wait of the canary')
  })

  test('is reached at its instant, and never by older broadcasts', () => {
    const broadcast = aBroadcast({ account: ids.next('acc'), expiresAt: after(60) })
    expect(isExpired(broadcast, after(59.999))).toBe(false)
    expect(isExpired(broadcast, after(60))).toBe(true)
    expect(isExpired({ expiresAt: null }, after(1e6))).toBe(false)
    expect(beforeExpiry(broadcast, after(10))).toEqual(after(10))
    expect(beforeExpiry(broadcast, after(61))).toEqual(after(60))
  })
})
