import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isCalendarDate } from '../../values/time/calendar-date.js'
import { parseDateOffset, shownDate, TODAY } from './date-offset.js'

const after = (today: string, offset: string) => shownDate(today, parseDateOffset(offset))

describe('a date in a text', () => {
  test('is MM/DD/YYYY', () => {
    expect(shownDate('2026-03-01', TODAY)).toBe('03/01/2026')
  })

  test.each([
    ['2026-03-01', '0d', '03/01/2026'],
    ['2026-03-01', '1d', '03/02/2026'],
    ['2026-12-31', '1d', '01/01/2027'],
    ['2024-02-28', '1d', '02/29/2024'],
    ['2026-02-28', '1d', '03/01/2026'],
    ['2026-03-01', '2w', '03/15/2026'],
    ['2026-03-01', '1m', '04/01/2026'],
    ['2026-03-01', '10m', '01/01/2027'],
    ['2026-03-01', '0012m', '03/01/2027'],
    ['2026-03-01', '1y', '03/01/2027'],
  ])('is today plus N units: %s plus %s is %s', (today, offset, expected) => {
    expect(after(today, offset)).toBe(expected)
  })

  test.each([
    ['2026-01-31', '1m', '02/28/2026'],
    ['2024-01-31', '1m', '02/29/2024'],
    ['2026-03-31', '1m', '04/30/2026'],
    ['2026-12-31', '2m', '02/28/2027'],
    ['2024-02-29', '1y', '02/28/2025'],
    ['2024-02-29', '4y', '02/29/2028'],
    ['2096-02-29', '4y', '02/28/2100'],
    ['2026-01-31', '2m', '03/31/2026'],
  ])('is clamped to the last day of the month: %s plus %s is %s', (today, offset, expected) => {
    expect(after(today, offset)).toBe(expected)
  })

  test('has at least four digits in its year', () => {
    expect(after('2026-03-01', '9999y')).toBe('03/01/12025')
    expect(after('9999-12-31', '1d')).toBe('01/01/10000')
    expect(after('0099-12-31', '1d')).toBe('01/01/0100')
    expect(after('0001-03-01', '0d')).toBe('03/01/0001')
  })

  test('offset by months or years is a real date, and keeps its day unless the month is too short', () => {
    const day = fc
      .date({ min: new Date('0001-01-01'), max: new Date('8000-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, fc.nat(9999), fc.constantFrom('m', 'y'), (today, count, unit) => {
        const months = unit === 'y' ? 12 * count : count
        const [year, month, date] = today.split('-').map(Number) as [number, number, number]
        const [shownMonth, shownDay, shownYear] = after(today, `${count}${unit}`).split('/') as [string, string, string]
        const expectedMonth = year * 12 + month - 1 + months
        expect(Number(shownYear) * 12 + Number(shownMonth) - 1).toBe(expectedMonth)
        expect(Number(shownDay)).toBeLessThanOrEqual(date)
        const exists = (dd: number) =>
          isCalendarDate(`${leapTwin(Number(shownYear))}-${shownMonth}-${String(dd).padStart(2, '0')}`)
        expect(exists(Number(shownDay))).toBe(true)
        if (Number(shownDay) < date) expect(exists(Number(shownDay) + 1)).toBe(false)
      }),
    )
  })

  test('offset by days is that number of days later, and a week is seven days', () => {
    fc.assert(
      fc.property(fc.nat(9999), (count) => {
        const expected = new Date(Date.UTC(2026, 2, 1) + count * 86_400_000).toISOString().slice(0, 10)
        const [month, day, year] = after('2026-03-01', `${count}d`).split('/')
        expect(`${year}-${month}-${day}`).toBe(expected)
        expect(after('2026-03-01', `${count}w`)).toBe(shownDate('2026-03-01', { count: 7 * count, unit: 'd' }))
      }),
    )
  })
})

/** A four-digit year with a February of the same length: the calendar repeats after 400 years. */
function leapTwin(year: number): string {
  return String(2000 + (year % 400))
}
