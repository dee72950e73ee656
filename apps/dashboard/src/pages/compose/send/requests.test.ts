import { expect, test } from '@jest/globals'
import { newComposition, type Changes } from '../composition.js'
import { publicRequestOf } from './requests.js'

const FRESH = newComposition({ timezone: 'America/New_York', idempotencyKey: 'key' })
const NOW = Date.parse('2026-03-01T12:00:00Z')
const COMPLETE: Changes = { groups: ['grp_1'], from: '+12025550100', body: 'Hello' }
const requestOf = (changes: Changes) => publicRequestOf({ ...FRESH, ...COMPLETE, ...changes }, NOW)
const audience = { filter: { contact: { groups: { ids: { in: ['grp_1'] } } } } }
const common = { audience, from: '+12025550100', idempotencyKey: 'key' }

test('a broadcast has the text or the template, and its expiry', () => {
  const timing = { ...FRESH.timing, hasExpiry: true, expiresAt: '2026-03-01T20:00' }
  expect(requestOf({})).toEqual({ method: 'POST', path: '/messaging/broadcast', body: { ...common, body: 'Hello' } })
  expect(requestOf({ source: 'template', template: 'tpl_1', timing })).toMatchObject({
    body: { ...common, template: { id: 'tpl_1' }, expiresAt: '2026-03-02T01:00:00Z' },
  })
})

test('what is sent later or in waves is a schedule, without an expiry', () => {
  const timing = { ...FRESH.timing, hasExpiry: true, expiresAt: '2026-03-01T20:00', inWaves: true }
  const { path, body } = requestOf({ source: 'template', template: 'tpl_1', timing })!
  expect(path).toBe('/messaging/broadcast/schedules')
  expect(body).toMatchObject({ ...common, template: { id: 'tpl_1' }, schedule: { at: '2026-03-01T07:00:10' } })
  expect(body).not.toHaveProperty('expiresAt')
})

test('entered numbers have no such request', () => {
  expect(requestOf({ to: 'numbers', numbers: ['+12025550123'] })).toBeNull()
})
