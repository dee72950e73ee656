import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { nextPace, PACE_MIN, restMsAt, type PaceSample } from './pace.js'

const PACE_MAX = 4
const CALM: PaceSample = { hadRequests: true, waitMs: 1 }
const CROWDED: PaceSample = { hadRequests: true, waitMs: 20 }
const BUSY_ALONE: PaceSample = { hadRequests: false, waitMs: 20 }

const pacesFrom = (pace: number, samples: readonly PaceSample[]) =>
  samples.map((sample) => (pace = nextPace(pace, sample, PACE_MAX)))
const times = (count: number, sample: PaceSample) => Array.from({ length: count }, () => sample)

describe('the pace of bulk jobs', () => {
  test('halves while requests wait too long, down to its minimum', () => {
    expect(pacesFrom(4, times(7, CROWDED))).toEqual([2, 1, 1 / 2, 1 / 4, 1 / 8, 1 / 8, 1 / 8])
  })

  test('grows by one step at a time while requests do not wait, and more slowly below one', () => {
    expect(pacesFrom(1, times(4, CALM))).toEqual([2, 3, 4, 4])
    expect(pacesFrom(PACE_MIN, times(9, CALM))).toEqual([2 / 8, 3 / 8, 4 / 8, 5 / 8, 6 / 8, 7 / 8, 1, 2, 3])
  })

  test('grows without requests, however busy the worker itself is', () => {
    expect(pacesFrom(1, times(4, BUSY_ALONE))).toEqual([2, 3, 4, 4])
  })

  test('keeps swinging around the highest pace at which requests do not wait', () => {
    const crowdedAbove2 = (pace: number) => (pace > 2 ? CROWDED : CALM)
    const paces = [4]
    for (let n = 0; n < 100; n++) paces.push(nextPace(paces.at(-1)!, crowdedAbove2(paces.at(-1)!), PACE_MAX))
    expect(Math.min(...paces.slice(10))).toBeGreaterThan(1)
    expect(Math.max(...paces.slice(10))).toBeLessThanOrEqual(3)
  })

  test('stays within its limits, whatever it measures', () => {
    const sample = fc.record({ hadRequests: fc.boolean(), waitMs: fc.double({ min: 0, max: 1e6, noNaN: true }) })
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 50 }), fc.integer({ min: 1, max: 8 }), (samples, paceMax) => {
        let pace: number = paceMax
        for (const one of samples) {
          pace = nextPace(pace, one, paceMax)
          expect(pace).toBeGreaterThanOrEqual(PACE_MIN)
          expect(pace).toBeLessThanOrEqual(paceMax)
        }
      }),
    )
  })
})

test('below a pace of one, steps take that share of the time', () => {
  expect([1 / 8, 1 / 4, 1 / 2, 1, 4].map((pace) => restMsAt(pace, 10))).toEqual([70, 30, 10, 0, 0])
})
