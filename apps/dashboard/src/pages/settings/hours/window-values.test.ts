import { expect, test } from '@jest/globals'
import {
  areAllForGroups,
  EVERY_DAY,
  hoursFaults,
  hoursOf,
  isOverMidnight,
  rowFaults,
  windowsOf,
  withHoliday,
} from './window-values.js'
import { windowsWords } from './window-words.js'

const HOURS = { sendingWindows: [EVERY_DAY], holidays: [], holdAtMost: 24 }

test('the stored hours become values, with the days in the order of the week', () => {
  const stored = {
    sendingWindows: [{ to: '21:00', from: '08:00', days: ['sun', 'mon'] as const }],
    holidays: ['2026-12-25'],
    holdAtMost: '72h',
  }
  const values = hoursOf(stored)
  expect(values).toEqual({
    sendingWindows: [{ days: ['mon', 'sun'], from: '08:00', to: '21:00', group: '' }],
    holidays: ['2026-12-25'],
    holdAtMost: 72,
  })
  expect(Object.keys(values.sendingWindows![0]!)).toEqual(['days', 'from', 'to', 'group'])
  expect(hoursOf({ ...stored, sendingWindows: null }).sendingWindows).toBeNull()
})

test('a window keeps its group, and one for everybody has none when it is saved', () => {
  const stored = [
    { days: ['mon'] as const, from: '08:00', to: '21:00' },
    { days: ['mon'] as const, from: '10:00', to: '22:00', group: 'VIP' },
  ]
  const values = hoursOf({ sendingWindows: stored, holidays: [], holdAtMost: '24h' })
  expect(values.sendingWindows!.map(({ group }) => group)).toEqual(['', 'VIP'])
  expect(windowsOf(values.sendingWindows)).toEqual(stored)
  expect(windowsOf(null)).toBeNull()
})

test('everybody else is texted at any time if every window is for a group', () => {
  const forGroup = { ...EVERY_DAY, group: 'VIP' }
  expect([[], [EVERY_DAY, forGroup], [forGroup]].map(areAllForGroups)).toEqual([false, false, true])
})

test('complete windows, and none at all, are right', () => {
  expect(hoursFaults(HOURS)).toEqual({})
  expect(hoursFaults({ ...HOURS, sendingWindows: null })).toEqual({})
})

test('a window needs a day, an opening and a closing, and the row says which it lacks', () => {
  const empty = { days: [], from: '', to: '', group: '' }
  expect(hoursFaults({ ...HOURS, sendingWindows: [EVERY_DAY, empty] })).toEqual({
    sendingWindows: 'Complete the marked windows.',
  })
  expect(rowFaults(EVERY_DAY)).toEqual({})
  expect(rowFaults(empty)).toEqual({
    days: 'Choose at least one day.',
    from: 'Enter the time at which it opens.',
    to: 'Enter the time at which it closes.',
  })
})

test('an empty list is refused, because it would mean that nothing is ever sent', () => {
  expect(hoursFaults({ ...HOURS, sendingWindows: [] })).toEqual({
    sendingWindows: 'Add a window, or send at any time.',
  })
})

test.each(['', 0, 73] as const)('a wait of %j hours is refused, with what is possible', (holdAtMost) => {
  expect(hoursFaults({ ...HOURS, holdAtMost })).toEqual({ holdAtMost: 'Enter 1 to 72 hours.' })
})

test.each([
  ['08:00', '21:00', false],
  ['20:00', '02:00', true],
  ['08:00', '08:00', true],
  ['08:00', '00:00', false],
  ['08:00', '24:00', false],
  ['', '21:00', false],
  ['08:00', '', false],
])('a window from %j to %j ends on the next day: %j', (from, to, expected) => {
  expect(isOverMidnight({ days: ['mon'], from, to, group: '' })).toBe(expected)
})

test('holidays are kept in order, each once, and only whole dates', () => {
  const christmas = ['2026-12-25']
  expect(withHoliday(christmas, '2026-11-26')).toEqual(['2026-11-26', '2026-12-25'])
  expect(withHoliday(christmas, '2026-12-25')).toBe(christmas)
  expect(withHoliday(christmas, '')).toBe(christmas)
  expect(withHoliday(christmas, '0002-12-24')).toBe(christmas)
})

test.each([
  [null, 'at any time'],
  [[EVERY_DAY], 'Mon to Sun 08:00 to 21:00'],
  [[{ ...EVERY_DAY, days: ['sat', 'sun'] as const }], 'Sat, Sun 08:00 to 21:00'],
  [
    [
      { ...EVERY_DAY, days: ['mon', 'tue', 'wed'] as const },
      { days: ['fri'] as const, from: '20:00', to: '', group: 'VIP' },
    ],
    'Mon to Wed 08:00 to 21:00; Fri 20:00 to ? for members of VIP',
  ],
  [[{ ...EVERY_DAY, days: ['mon', 'wed', 'fri'] as const }], 'Mon, Wed, Fri 08:00 to 21:00'],
  [[{ ...EVERY_DAY, days: [] }], 'No day 08:00 to 21:00'],
])('%j is shown as %s', (rows, words) => {
  expect(windowsWords(rows)).toBe(words)
})
