import { expect, test } from '@jest/globals'
import { outcomeOf, throttled } from './submit-each.js'

const never = () => {
  throw new Error('There is no answer to read')
}

test.each([
  ['unreachable', { kind: 'try-later', afterMs: null, because: 'unreachable' }],
  ['no-time', { kind: 'try-later', afterMs: null, because: 'no-time' }],
  ['invalid-request', { kind: 'refused', type: 'carrier_account', message: expect.any(String), carrierCode: null }],
] as const)('a request that was not sent because of %s has an outcome', (because, outcome) => {
  expect(outcomeOf({ kind: 'not-sent', because }, never)).toEqual(outcome)
})

test.each([
  ['7', 7_000],
  ['300', 300_000],
  ['301', 300_000],
  ['99999', 300_000],
  ['999999999999', 300_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ['-1', null],
  [undefined, null],
])('a throttled text waits as long as the header says, up to five minutes: %s', (retryAfter, afterMs) => {
  expect(throttled(retryAfter)).toEqual({ kind: 'try-later', afterMs, because: 'throttled' })
})
