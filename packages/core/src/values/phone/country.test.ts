import { expect, test } from '@jest/globals'
import { isCountry, parseCountry } from './country.js'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

test('a code in upper or lower case is parsed to upper case', () => {
  for (const text of ['US', 'us', 'Us', 'uS']) expect(parseCountry(text)).toBe('US')
  expect(isCountry('gb')).toBe(true)
})

test('the 249 codes of the standard are countries, and no other two letters are', () => {
  expect(PAIRS.filter(isCountry)).toHaveLength(249)
  // Intl also names codes outside the standard: user-assigned, reserved and withdrawn ones, as listed below.
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(PAIRS.filter(isCountry).filter((code) => named.of(code) === undefined)).toEqual([])
  for (const code of ['AC', 'AN', 'EU', 'EZ', 'SU', 'UK', 'UN', 'XK', 'YU', 'ZZ']) expect(isCountry(code)).toBe(false)
})

test('letters outside ASCII are refused, even those whose upper or lower case is ASCII', () => {
  for (const text of ['\u0131t', 'u\u017f', '\u0130T', '\u212aE', '\uff35\uff33', '\ufb06']) {
    expect(isCountry(text)).toBe(false)
  }
})

test('anything but two letters is refused', () => {
  for (const text of ['', 'U', 'USA', ' US', 'US ', 'US\n', 'U1', '840']) expect(isCountry(text)).toBe(false)
})

test('parsing refuses a code that is not a country', () => {
  expect(() => parseCountry('UK')).toThrow('"UK" is not a country: expected an ISO 3166-1 alpha-2 code, such as US')
})
