import { expect, test } from '@jest/globals'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'
import { noConsent, refusalOf } from './consent.js'

const STOPPED = new Date(0)

test.each([
  [null, 0, 'not-opted-in'],
  [null, 1, null],
  [null, 7, null],
  [STOPPED, 0, 'hard-opted-out'],
  [STOPPED, 1, 'hard-opted-out'],
])('with optedOutAt %j and %d active groups, the refusal of a number is %j', (optedOutAt, activeGroups, refusal) => {
  expect(refusalOf({ optedOutAt, activeGroups })).toBe(refusal)
})

test('an unknown number is not opted in', () => {
  expect(refusalOf(noConsent('acc_1', parsePhoneNumber('+12025550123')))).toBe('not-opted-in')
})
