import { expect, test } from '@jest/globals'
import { instantOf, localOf } from './local-instants.js'

const NEW_YORK = 'America/New_York'

test.each([
  ['2026-01-15T12:00', '2026-01-15T17:00:00Z'],
  ['2026-07-15T12:00', '2026-07-15T16:00:00Z'],
  ['2026-03-08T01:59', '2026-03-08T06:59:00Z'],
  ['2026-03-08T03:00', '2026-03-08T07:00:00Z'],
  ['2026-11-01T00:30', '2026-11-01T04:30:00Z'],
  ['2026-11-01T01:30', '2026-11-01T05:30:00Z'],
  ['2026-11-01T02:00', '2026-11-01T07:00:00Z'],
])('%s in New York is %s', (local, instant) => {
  expect(instantOf(local, NEW_YORK)).toBe(instant)
  expect(localOf(instant, NEW_YORK)).toBe(local)
})

test('a time that is left out in spring is an hour later', () => {
  expect(localOf(instantOf('2026-03-08T02:30', NEW_YORK), NEW_YORK)).toBe('2026-03-08T03:30')
})

test('what is no time is empty', () => {
  expect([instantOf('', NEW_YORK), instantOf('x', NEW_YORK), localOf('x', NEW_YORK)]).toEqual(['', '', ''])
})
