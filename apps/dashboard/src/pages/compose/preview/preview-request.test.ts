import { expect, test } from '@jest/globals'
import { newComposition, type Changes, type Composition } from '../composition.js'
import { previewRequestOf } from './preview-request.js'

const FRESH = newComposition({ timezone: 'America/New_York', idempotencyKey: 'key' })
const NOW = Date.parse('2026-03-01T12:00:00Z')
const requestOf = (changes: Changes) =>
  previewRequestOf({ ...FRESH, groups: ['grp_1'], from: '+12025550100', ...changes }, NOW)
const until = (expiresAt: string, changes: Partial<Composition['timing']> = {}) => ({
  timing: { ...FRESH.timing, hasExpiry: true, expiresAt, ...changes },
})
const common = { audience: { groups: ['grp_1'] }, from: '+12025550100', isScheduled: false }

test('people are counted before a text is written', () => {
  expect(requestOf({})).toEqual({ ...common, body: '-' })
  expect(requestOf({ body: 'Hi' })).toEqual({ ...common, body: 'Hi' })
})

test('an expiry is previewed, unless it is not chosen yet, would be refused, or is that of a schedule', () => {
  const message = { ...common, body: 'Hi' }
  const expiresAt = '2026-03-02T01:00:00Z'
  expect(requestOf({ body: 'Hi', ...until('2026-03-01T20:00') })).toEqual({ ...message, expiresAt })
  expect(requestOf({ body: 'Hi', ...until('') })).toEqual(message)
  expect(requestOf({ body: 'Hi', ...until('2026-03-01T06:59') })).toEqual(message)
  const scheduled = requestOf({ body: 'Hi', ...until('2026-03-01T20:00', { when: 'once' }) })
  expect(scheduled).toEqual({ ...message, isScheduled: true })
})
