import { expect, test } from '@jest/globals'
import { expiryFault, expiryFieldsOf, firstExpiry } from './expiry.js'
import { newTiming, type Timing } from './timing.js'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const FRESH = newTiming('America/New_York')
const until = (expiresAt: string, changes: Partial<Timing> = {}): Timing => ({
  ...FRESH,
  hasExpiry: true,
  expiresAt,
  ...changes,
})

test('the expiry is an instant, by the clocks of the zone', () => {
  expect(expiryFieldsOf(until('2026-03-01T20:00'))).toEqual({ expiresAt: '2026-03-02T01:00:00Z' })
})

test('a schedule has none, nor has what was switched off', () => {
  expect(expiryFieldsOf(until('2026-03-01T20:00', { when: 'once' }))).toEqual({})
  expect(expiryFieldsOf(until('2026-03-01T20:00', { hasExpiry: false }))).toEqual({})
  expect(expiryFault(until('', { inWaves: true }), NOW)).toBeNull()
})

test.each<[string, Partial<Timing>, string | null]>([
  ['', {}, 'Choose when texts that have not left fail.'],
  ['2026-03-01T07:01', {}, 'Choose a time at least 2 minutes from now.'],
  ['2026-03-01T07:02', {}, null],
  ['2026-03-01T07:31', { hasCanary: true }, 'Choose a time at least 2 minutes after the wait of the test.'],
  ['2026-03-01T07:32', { hasCanary: true }, null],
  ['2026-03-31T08:00', {}, null],
  ['2026-03-31T08:01', {}, 'Choose a time within 30 days.'],
])('%s %j: what is wrong', (expiresAt, changes, fault) => {
  expect(expiryFault(until(expiresAt, changes), NOW)).toBe(fault)
})

test('an expiry that is not chosen yet is no time to show', () => {
  expect(expiryFieldsOf(until(''))).toEqual({})
})

test('it begins with a day from now', () => {
  expect(firstExpiry('America/New_York', NOW)).toBe('2026-03-02T07:00')
})
