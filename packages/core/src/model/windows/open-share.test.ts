import { describe, expect, test } from '@jest/globals'
import { WEEKDAYS } from '../../values/time/weekday.js'
import { openShareOf } from './open-share.js'

describe('the share of a week in which windows are open', () => {
  test('is all of it without windows, and for windows that never close', () => {
    expect(openShareOf(null)).toBe(1)
    expect(openShareOf([{ days: WEEKDAYS, from: '00:00', to: '24:00' }])).toBe(1)
    expect(openShareOf([{ days: WEEKDAYS, from: '09:00', to: '09:00' }])).toBe(1)
  })

  test('counts each minute once, also after midnight and at the end of the week', () => {
    expect(openShareOf([{ days: ['mon', 'fri'], from: '09:00', to: '21:00' }])).toBe(24 / 168)
    expect(openShareOf([{ days: ['sun'], from: '22:00', to: '04:00' }])).toBe(6 / 168)
    const overlapping = [
      { days: ['sun'], from: '22:00', to: '04:00' },
      { days: ['mon'], from: '02:30', to: '05:00' },
    ] as const
    expect(openShareOf(overlapping)).toBe(7 / 168)
  })
})
