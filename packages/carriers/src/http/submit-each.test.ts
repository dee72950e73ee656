import { expect, test } from '@jest/globals'
import { outcomeOf } from './submit-each.js'

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
