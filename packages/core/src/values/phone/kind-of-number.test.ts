import { expect, test } from '@jest/globals'
import { getCountryCallingCode } from 'libphonenumber-js'
import examples from 'libphonenumber-js/mobile/examples'
import { kindOfNumber, type NumberKind } from './kind-of-number.js'

test.each<[NumberKind, string]>([
  ['premium-rate', '+19005550100'],
  ['premium-rate', '+12469765501'],
  ['premium-rate', '+449091234567'],
  ['premium-rate', '+33899123456'],
  ['premium-rate', '+499001234567'],
  ['premium-rate', '+979912345678'],
  ['shared-cost', '+491803123456'],
  ['shared-cost', '+611300123456'],
  ['shared-cost', '+80812345678'],
  ['international', '+870773123456'],
  ['international', '+881612345678'],
  ['international', '+88213300655'],
  ['international', '+8835100123456'],
  ['international', '+88812345678901'],
  ['international', '+878101234567890'],
  ['ordinary', '+12025550100'],
  ['ordinary', '+15551234567'],
  ['ordinary', '+18765550100'],
  ['ordinary', '+447400123456'],
  ['ordinary', '12345'],
])('the kind %s has %s', (kind, number) => {
  expect(kindOfNumber(number)).toBe(kind)
})

test('the mobile numbers of all countries are ordinary', () => {
  const mobiles = Object.entries(examples).map(
    ([country, number]) => `+${getCountryCallingCode(country as keyof typeof examples)}${number}`,
  )
  expect(mobiles.length).toBeGreaterThan(200)
  expect(mobiles.filter((number) => kindOfNumber(number) !== 'ordinary')).toEqual([])
})
