import { expect, test } from '@jest/globals'
import { formatTime, offsetOf, placeOf } from './time-format.js'

const AT = '2026-11-01T06:30:00Z'
/** Intl uses a narrow space before AM and PM. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')

test('an instant is shown in the zone that is asked for, on both sides of a clock change', () => {
  expect(plain(formatTime(AT, 'America/New_York'))).toBe('Nov 1, 2026, 1:30 AM')
  expect(plain(formatTime('2026-11-01T05:30:00Z', 'America/New_York'))).toBe('Nov 1, 2026, 1:30 AM')
  expect(formatTime(AT, 'Asia/Tokyo', 'day')).toBe('Nov 1, 2026')
  expect(plain(formatTime(AT, 'Asia/Tokyo', 'time'))).toBe('3:30 PM')
})

test('a zone has a place and an offset', () => {
  expect(placeOf('America/New_York')).toBe('New York')
  expect(offsetOf('America/New_York', new Date(AT))).toBe('GMT-5')
  expect(offsetOf('UTC', new Date(AT))).toMatch(/^GMT(\+0)?$/)
})
