import { describe, expect, test } from '@jest/globals'
import { Pause } from './pause.js'

const STEP = { ms: 1_000, msMax: 5_000 }

describe('a pause', () => {
  test('is twice as long as the one before, up to a bound', () => {
    const pause = new Pause()
    const lengths = [0, 10_000, 20_000, 30_000].map((now) => {
      pause.begin({ writtenAt: now - 1, now }, STEP)
      return pause.leftMs(now)
    })
    expect(lengths).toEqual([1_000, 2_000, 4_000, 5_000])
  })

  test('is not longer because a whole window is refused', () => {
    const pause = new Pause()
    for (let i = 0; i < 10; i++) pause.begin({ writtenAt: 50 + i, now: 100 + i }, STEP)
    expect(pause.leftMs(100)).toBe(1_000)
  })

  test('is short again after a message that was written after it was taken', () => {
    const pause = new Pause()
    pause.begin({ writtenAt: 0, now: 10 }, STEP)
    pause.begin({ writtenAt: 2_000, now: 2_010 }, STEP)
    pause.end(5)
    pause.begin({ writtenAt: 5_000, now: 5_010 }, STEP)
    expect(pause.leftMs(5_010)).toBe(4_000)
    pause.end(10_000)
    pause.begin({ writtenAt: 11_000, now: 11_010 }, STEP)
    expect(pause.leftMs(11_010)).toBe(1_000)
  })
})
