import { expect, test } from '@jest/globals'
import { countryOfNumber } from './country-of-number.js'

test.each([
  ['+12025550100', 'US'],
  ['+18005550100', 'US'],
  ['+14165550100', 'CA'],
  ['+18765550100', 'JM'],
  ['+18095550100', 'DO'],
  ['+17875550100', 'PR'],
  ['+12465550100', 'BB'],
  ['+447400123456', 'GB'],
  ['+447781123456', 'GG'],
  ['+74951234567', 'RU'],
  ['+77710009998', 'KZ'],
  ['+390669812345', 'VA'],
  ['+4915123456789', 'DE'],
  ['+38343201234', 'XK'],
])('the country of %s is %s', (number, country) => {
  expect(countryOfNumber(number)).toBe(country)
})

test('the numbers of Ascension and Tristan da Cunha have the ISO code that they share with Saint Helena', () => {
  for (const number of ['+24740123', '+2908999', '+29051234']) expect(countryOfNumber(number)).toBe('SH')
})

test.each([
  ['a satellite phone', '+881612345678'],
  ['an unassigned area code', '+15551234567'],
  ['a short code', '12345'],
  ['an empty text', ''],
])('%s has no country', (_, number) => {
  expect(countryOfNumber(number)).toBeNull()
})
