import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { hasCalendarDateForm, isCalendarDate } from './calendar-date.js'

const DAY_MS = 86_400_000

describe('a calendar date', () => {
  test.each(['2026-01-01', '2026-12-31', '2024-02-29', '2000-02-29', '1990-04-30', '0001-01-01', '9999-12-31'])(
    'is a day as YYYY-MM-DD: %s',
    (text) => {
      expect(isCalendarDate(text)).toBe(true)
    },
  )

  test.each(['2025-02-29', '1900-02-29', '2100-02-29', '2026-02-30', '2026-04-31', '2026-06-31', '2026-09-31'])(
    'exists in the calendar: not %s',
    (text) => {
      expect(hasCalendarDateForm(text)).toBe(true)
      expect(isCalendarDate(text)).toBe(false)
    },
  )

  test.each(['2026-00-10', '2026-13-10', '2026-01-00', '2026-01-32', '0000-01-01', '0000-00-00', '9999-99-99'])(
    'has its year, month and day in range: not %s',
    (text) => {
      expect(hasCalendarDateForm(text)).toBe(true)
      expect(isCalendarDate(text)).toBe(false)
    },
  )

  test.each([
    '',
    '2026-1-1',
    '26-01-01',
    '20260101',
    '2026/01/01',
    '01-01-2026',
    '+2026-01-01',
    '-2026-01-01',
    '12026-01-01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
  ])('has no other form: not %j', (text) => {
    expect(hasCalendarDateForm(text)).toBe(false)
    expect(isCalendarDate(text)).toBe(false)
  })

  test('can be any UTC day of the years 1 to 9999', () => {
    const days = fc.integer({ min: Date.parse('0001-01-01') / DAY_MS, max: Date.parse('9999-12-31') / DAY_MS })
    fc.assert(
      fc.property(days, (day) => expect(isCalendarDate(new Date(day * DAY_MS).toISOString().slice(0, 10))).toBe(true)),
    )
  })

  test('is valid only if a round trip through a UTC date returns it unchanged', () => {
    const part = (digits: number, max: number) => fc.nat({ max }).map((n) => String(n).padStart(digits, '0'))
    fc.assert(
      fc.property(part(4, 9999), part(2, 13), part(2, 32), (year, month, day) => {
        const date = new Date(0)
        date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
        const text = `${year}-${month}-${day}`
        expect(isCalendarDate(text)).toBe(year !== '0000' && date.toISOString().slice(0, 10) === text)
      }),
      { numRuns: 2_000 },
    )
  })
})
