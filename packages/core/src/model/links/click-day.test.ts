import { describe, expect, test } from '@jest/globals'
import { CLICK_DAYS_MAX, daySpanOf, withoutGaps } from './click-day.js'

const NOW = new Date('2026-03-01T23:30:00Z')

describe('the span of days', () => {
  test.each([
    [{}, ['2026-01-31', '2026-03-01']],
    [{ to: '2024-03-01' }, ['2024-02-01', '2024-03-01']],
    [{ from: '2026-02-28' }, ['2026-02-28', '2026-03-01']],
    [{ from: '2026-03-01' }, ['2026-03-01', '2026-03-01']],
    [{ from: '2030-12-31', to: '2031-01-01' }, ['2030-12-31', '2031-01-01']],
    [{ from: '2024-01-01', to: '2024-12-31' }, ['2024-01-01', '2024-12-31']],
    [{ to: '0001-01-05' }, ['0001-01-01', '0001-01-05']],
  ])('is the requested one, with 30 days by default: %j', (requested, [from, to]) => {
    expect(daySpanOf({ from: null, to: null, ...requested }, NOW)).toEqual({ from, to })
  })

  test.each([
    [{ from: '2026-03-02' }, 'from must not be after the last day, which is 2026-03-01'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'from must not be after the last day, which is 2026-02-01'],
    [{ from: '2025-02-28' }, 'from must be at most 365 days before the last day, which is 2026-03-01'],
  ])('is refused if it is empty or too long: %j', (requested: { from: string; to?: string }, message) => {
    expect(() => daySpanOf({ to: null, ...requested }, NOW)).toThrow(message)
  })
})

test('days without clicks are filled in with zeros', () => {
  const known = { day: '2024-02-29', people: 1, bots: 2, repeats: 3, recipients: 1 }
  const none = { people: 0, bots: 0, repeats: 0, recipients: 0 }
  expect(withoutGaps([known], { from: '2024-02-28', to: '2024-03-01' })).toEqual([
    { day: '2024-02-28', ...none },
    known,
    { day: '2024-03-01', ...none },
  ])
  const year = withoutGaps([], { from: '2024-01-01', to: '2024-12-31' })
  expect([year.length, year.at(-1)]).toEqual([CLICK_DAYS_MAX, { day: '2024-12-31', ...none }])
})
