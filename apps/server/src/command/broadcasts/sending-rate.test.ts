import { describe, expect, test } from '@jest/globals'
import { secondsLeftOf, sendingRate } from './sending-rate.js'

describe('the rate', () => {
  test('is unknown until the second poll', () => {
    const rateAt = sendingRate()
    expect(rateAt({ atMs: 0, done: 7 })).toBeNull()
    expect(rateAt({ atMs: 500, done: 57 })).toBe(100)
  })

  test('covers the last ten seconds: it is zero ten seconds after the last message', () => {
    const rateAt = sendingRate()
    for (let second = 0; second <= 30; second++) rateAt({ atMs: second * 1_000, done: second * 100 })
    expect(rateAt({ atMs: 31_000, done: 3_000 })).toBe(90)
    for (let second = 32; second < 40; second++) rateAt({ atMs: second * 1_000, done: 3_000 })
    expect(rateAt({ atMs: 40_000, done: 3_000 })).toBe(0)
  })
})

describe('the time left', () => {
  test('is computed from the measured rate', () => {
    expect(secondsLeftOf({ queued: 1_001, perSecond: 100, messagesPerSecond: undefined })).toBe(11)
  })

  test('is computed from the sender’s rate while no messages go out', () => {
    expect(secondsLeftOf({ queued: 100, perSecond: null, messagesPerSecond: 5 })).toBe(20)
    expect(secondsLeftOf({ queued: 100, perSecond: 0, messagesPerSecond: 5 })).toBe(20)
    expect(secondsLeftOf({ queued: 100, perSecond: 0, messagesPerSecond: 5, partsPerMessage: 3 })).toBe(60)
    expect(secondsLeftOf({ queued: 100, perSecond: 4, messagesPerSecond: 5 })).toBe(25)
  })

  test('is unknown if nothing goes out and the sender has no rate, and zero if no recipient is left', () => {
    expect(secondsLeftOf({ queued: 1, perSecond: 0, messagesPerSecond: undefined })).toBeNull()
    expect(secondsLeftOf({ queued: 0, perSecond: null, messagesPerSecond: undefined })).toBe(0)
  })
})
