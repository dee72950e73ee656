import { expect, test } from '@jest/globals'
import { isCountry, parseCountry } from './country.js'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

test('a code in either case is kept in capitals', () => {
  for (const text of ['US', 'us', 'Us', 'uS']) expect(parseCountry(text)).toBe('US')
  expect(isCountry('gb')).toBe(true)
})

test('the 249 codes of the standard are countries, and nothing else of two letters is', () => {
  expect(PAIRS.filter(isCountry)).toHaveLength(249)
  // Beside the standard's, Intl names these: user-assigned, reserved or withdrawn codes.
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(PAIRS.filter(isCountry).filter((code) => named.of(code) === undefined)).toEqual([])
  for (const code of ['AC', 'AN', 'EU', 'EZ', 'SU', 'UK', 'UN', 'XK', 'YU', 'ZZ']) expect(isCountry(code)).toBe(false)
})

test('letters outside ASCII are refused, also those with an ASCII capital or small letter', () => {
  for (const text of ['\u0131t', 'u\u017f', '\u0130T', '\u212aE', '\uff35\uff33', '\ufb06']) {
    expect(isCountry(text)).toBe(false)
  }
})

test('anything but two letters is refused', () => {
  for (const text of ['', 'U', 'USA', ' US', 'US ', 'US\n', 'U1', '840']) expect(isCountry(text)).toBe(false)
})

test('what is no country is not parsed', () => {
  expect(() => parseCountry('UK')).toThrow('"UK" is no country: expected an ISO 3166-1 alpha-2 code, such as US')
})
