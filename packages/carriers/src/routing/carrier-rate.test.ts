import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { newRate, paused, takeParts, type CarrierRate } from './carrier-rate.js'

describe('the rate of a carrier', () => {
  test('without a limit is as fast as asked for', () => {
    const took = takeParts(newRate(null, 0), { parts: [1, 20, 3], partsPerSecond: null, nowMs: 0 })
    expect(took).toMatchObject({ taken: 3, waitMs: 0 })
  })

  test('counts the parts of each text, and says when the next one may go', () => {
    const first = takeParts(newRate(10, 0), { parts: [3, 3, 3, 3, 3], partsPerSecond: 10, nowMs: 0 })
    expect(first).toMatchObject({ taken: 3, waitMs: 200 })
    expect(takeParts(first.rate, { parts: [3, 3], partsPerSecond: 10, nowMs: 199 }).taken).toBe(0)
    expect(takeParts(first.rate, { parts: [3, 3], partsPerSecond: 10, nowMs: 200 }).taken).toBe(1)
  })

  test('lets a text go that has more parts than a second allows, and makes the next one wait for them', () => {
    const first = takeParts(newRate(2, 0), { parts: [10, 1], partsPerSecond: 2, nowMs: 0 })
    expect(first).toMatchObject({ taken: 1, waitMs: 4_500 })
  })

  test('is zero during a pause, and as before after it', () => {
    const resting = paused(newRate(10, 0), 3_000, 0)
    expect(takeParts(resting, { parts: [1], partsPerSecond: 10, nowMs: 1_000 })).toMatchObject({
      taken: 0,
      waitMs: 2_000,
    })
    expect(takeParts(resting, { parts: [1], partsPerSecond: 10, nowMs: 3_000 }).taken).toBe(1)
    expect(paused(resting, null, 0)).toEqual(resting)
    expect(paused(newRate(10, 0), null, 0).pausedUntilMs).toBe(1_000)
  })

  test('is zero for five minutes at most', () => {
    expect(paused(newRate(10, 0), 99_999_000, 0).pausedUntilMs).toBe(300_000)
  })

  test('never exceeds the limit by more than one text in any time', () => {
    const steps = fc.array(fc.record({ waitMs: fc.nat(500), parts: fc.array(fc.integer({ min: 1, max: 8 })) }))
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 30 }), (given, partsPerSecond) => {
        let rate: CarrierRate = newRate(partsPerSecond, 0)
        let nowMs = 0
        let sent = 0
        for (const { waitMs, parts } of given) {
          nowMs += waitMs
          const took = takeParts(rate, { parts, partsPerSecond, nowMs })
          rate = took.rate
          sent += parts.slice(0, took.taken).reduce((sum, one) => sum + one, 0)
          expect(sent).toBeLessThanOrEqual(partsPerSecond * (1 + nowMs / 1_000) + 8)
        }
      }),
    )
  })
})
