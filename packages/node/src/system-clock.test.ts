import { describeClock } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { systemClock } from './system-clock.js'

describeClock(async () => systemClock)

test('the system clock returns the time of the machine', () => {
  const before = Date.now()
  const now = systemClock.now().getTime()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})
