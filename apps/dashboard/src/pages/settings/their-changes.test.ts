import { expect, test } from '@jest/globals'
import type { Settings } from './settings-query.js'
import { valuesOf, type SettingsValues } from './settings-values.js'
import { shownValue, theirChanges, withTheirs } from './their-changes.js'

const STORED = {
  name: 'Acme',
  timezone: 'Europe/Paris',
  capabilities: {},
  frequencyCaps: [],
  serviceTexts: {},
  compliance: {},
  optInForm: {},
  retention: {},
  autoPause: null,
  sendingWindows: null,
  holidays: [],
  holdAtMost: '24h',
}
const BASE = valuesOf(STORED as unknown as Settings)
const sides = (mine: Partial<SettingsValues>, theirs: Partial<SettingsValues>) => ({
  base: BASE,
  mine: { ...BASE, ...mine },
  theirs: { ...BASE, ...theirs },
})

test('what they changed is named, with mine and theirs, and whether I changed the same', () => {
  const found = theirChanges(
    sides(
      { dailyMessageQuota: 5, helpText: 'Mine', allowedCountries: ['US'] },
      { dailyMessageQuota: 7, blockedPhrases: 'free money', allowedCountries: ['US'] },
    ),
  )
  expect(found).toEqual([
    { name: 'dailyMessageQuota', mine: 5, theirs: 7, isMineToo: true },
    // Both have made the same change.
    { name: 'allowedCountries', mine: ['US'], theirs: ['US'], isMineToo: false },
    { name: 'blockedPhrases', mine: '', theirs: 'free money', isMineToo: false },
  ])
  expect(theirChanges(sides({ helpText: 'Mine' }, {}))).toEqual([])
})

test('taking theirs keeps my other changes', () => {
  const both = sides({ dailyMessageQuota: 5, helpText: 'Mine' }, { dailyMessageQuota: 7, blockedPhrases: 'x' })
  expect(withTheirs(both)).toEqual({ ...BASE, dailyMessageQuota: 7, blockedPhrases: 'x', helpText: 'Mine' })
})

test.each([
  [true, 'on'],
  [false, 'off'],
  ['', 'not set'],
  [[], 'not set'],
  [['US', 'CA'], 'US, CA'],
  [500, '500'],
  [null, 'at any time'],
  [[{ days: ['mon', 'tue'], from: '08:00', to: '21:00', group: '' }], 'Mon, Tue 08:00 to 21:00'],
  ['x'.repeat(301), `${'x'.repeat(300)}…`],
  [[{ messages: 2, length: 24, unit: 'h', counts: 'bulk', group: '' }], '2 texts in 24 hours'],
])('%j is shown as %s', (value, shown) => {
  expect(shownValue(value)).toBe(shown)
})
