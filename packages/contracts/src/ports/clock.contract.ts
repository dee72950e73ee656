import { describe, expect, test } from '@jest/globals'
import type { Clock } from '@carillon/core'

export function describeClock(open: () => Promise<Clock>) {
  describe('the clock', () => {
    test('returns an instant', async () => {
      const clock = await open()
      expect(Number.isInteger(clock.now().getTime())).toBe(true)
    })

    test('does not go back', async () => {
      const clock = await open()
      const earlier = clock.now()
      expect(clock.now().getTime()).toBeGreaterThanOrEqual(earlier.getTime())
    })

    test('is not affected by a change to an instant that it returned', async () => {
      const clock = await open()
      clock.now().setTime(0)
      expect(clock.now().getTime()).not.toBe(0)
    })
  })
}
