import { describe, expect, test } from '@jest/globals'
import { paceOf, roughly, withSample, type PaceSample } from './pace.js'

const samplesOf = (pairs: readonly (readonly [number, number])[]) =>
  pairs.reduce<readonly PaceSample[]>((samples, [s, done]) => withSample(samples, { atMs: s * 1_000, done }), [])

describe('the pace', () => {
  test('is that of the last seconds, so that a pause is forgotten', () => {
    const samples = samplesOf([
      [0, 0],
      [60, 100],
      [62, 200],
      [64, 300],
    ])
    expect(paceOf(samples, 500)).toEqual({ perSecond: 50, secondsLeft: 10 })
  })

  test('is unknown at first, and while nothing is sent', () => {
    expect(paceOf([], 5)).toBeNull()
    expect(paceOf(samplesOf([[0, 3]]), 5)).toBeNull()
    expect(
      paceOf(
        samplesOf([
          [0, 3],
          [5, 3],
        ]),
        5,
      ),
    ).toBeNull()
    expect(
      paceOf(
        samplesOf([
          [0, 3],
          [0.1, 9],
        ]),
        5,
      ),
    ).toBeNull()
  })

  test('starts again if another broadcast is counted', () => {
    expect(
      samplesOf([
        [0, 50],
        [1, 100],
        [2, 7],
      ]),
    ).toEqual([{ atMs: 2_000, done: 7 }])
  })
})

test.each([
  [0, 'about 5 seconds'],
  [12, 'about 15 seconds'],
  [55, 'about a minute'],
  [221, 'about 4 minutes'],
  [7_300, 'about 2 hours'],
  [400_000, 'about 5 days'],
])('%d seconds are %s', (seconds, words) => expect(roughly(seconds)).toBe(words))
