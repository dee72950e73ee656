import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import metadata from 'libphonenumber-js/min/metadata'
import { internationalForm, isPhoneNumber, parsePhoneNumber } from './phone-number.js'

describe('a phone number', () => {
  test.each(['+12025550123', '+447400123456', '+390612345678', '+5491123456789', '+80012345678', '+6421123456'])(
    'is E.164, of a length that its calling code allows: %s',
    (text) => {
      expect(parsePhoneNumber(text)).toBe(text)
    },
  )

  test('need not be assigned', () => {
    expect(isPhoneNumber('+15551234567')).toBe(true)
  })

  test.each([
    '',
    '+',
    '12025550123',
    '+1 202 555 0123',
    '+02025550123',
    '++12025550123',
    '+12025550123\n',
    '+1202555012３',
  ])('has a plus and digits without a leading zero, and nothing else: not %j', (text) => {
    expect(isPhoneNumber(text)).toBe(false)
  })

  test('has at most 15 digits, although Germany has longer numbers', () => {
    expect(isPhoneNumber('+491234567890123')).toBe(true)
    expect(isPhoneNumber('+4912345678901234')).toBe(false)
  })

  test.each(['+999123456789', '+210123456789', '+1202555012', '+120255501234', '+33', '+441'])(
    'has an existing calling code and a length that the code allows: not %s',
    (text) => {
      expect(isPhoneNumber(text)).toBe(false)
    },
  )

  test('has a length that its country allows, if several countries share the calling code', () => {
    expect(isPhoneNumber('+13101234')).toBe(true)
    expect(isPhoneNumber('+12021234')).toBe(false)
  })

  test.each([
    '+112025550100',
    '+4407400123456',
    '+4306641234567',
    '+5411152345678',
    '+611831130908',
    '+810003456789',
    '+2610321234567',
  ])('has one spelling: %s, a misspelling of another number, is refused', (text) => {
    expect(isPhoneNumber(text)).toBe(false)
  })

  test('is refused with an error that names the text received and the form expected', () => {
    const refusal = (text: string) => {
      try {
        return parsePhoneNumber(text)
      } catch (error) {
        return error
      }
    }
    expect(refusal('+44 7400 "x"')).toMatchObject({
      code: 'invalid-phone-number',
      message:
        '"+44 7400 \\"x\\"" is not a phone number: expected a possible number in E.164 form, such as +12025550123',
    })
    expect(refusal('9'.repeat(1000))).toMatchObject({ message: expect.stringMatching(/^"9{40}…" is not/) })
  })

  test('is valid exactly when libphonenumber finds it possible and formats it identically', () => {
    const agrees = (text: string) => {
      const read = parsePhoneNumberFromString(text)
      return isPhoneNumber(text) === (isShort(text) && read?.number === text && read.isPossible())
    }
    fc.assert(fc.property(nearNumber, agrees), { seed: 20_240_229, numRuns: 50_000 })
  })
})

describe('the international form', () => {
  test.each([
    ['+12025550123', '+1 202 555 0123'],
    ['+18765550123', '+1 876 555 0123'],
    ['+13101234', '+1 310 1234'],
    ['+447400123456', '+44 7400 123456'],
    ['+4930123456', '+49 30 123456'],
    ['+5491123456789', '+54 9 11 2345 6789'],
    ['+80012345678', '+800 1234 5678'],
  ])('has spaces: %s is %s', (text, expected) => {
    expect(internationalForm(parsePhoneNumber(text))).toBe(expected)
  })

  test('of a US number has 15 characters, 3 more than E.164', () => {
    expect(internationalForm(parsePhoneNumber('+12025550123'))).toHaveLength(15)
  })

  test('matches libphonenumber for every North American area code', () => {
    for (let area = 0; area < 1_000; area++) {
      for (const rest of ['5550123', '0000000', '9999999', '1112222']) {
        agreesAbroad(`+1${String(area).padStart(3, '0')}${rest}`)
      }
    }
  })

  test('matches libphonenumber for any digits after any calling code', () => {
    fc.assert(fc.property(fc.oneof(nearNumber, northAmerican), agreesAbroad), { seed: 20_240_229, numRuns: 20_000 })
  })

  function agreesAbroad(text: string): void {
    if (!isPhoneNumber(text)) return
    expect(internationalForm(text)).toBe(parsePhoneNumberFromString(text)!.formatInternational())
  }
})

const isShort = (text: string) => text.length <= '+'.length + 15

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

/** A calling code, often a national dialling prefix, and digits. The benchmark has a harder fuzz test. */
const nearNumber = fc
  .tuple(
    fc.constantFrom(...Object.keys(metadata.country_calling_codes), ...Object.keys(metadata.nonGeographic)),
    fc.constantFrom('', '', '', '0', '00', '06', '1', '8', '15', '1115', '01115', '90', '014', '0003', '1832', '183'),
    digits(1, 14),
  )
  .map((parts) => `+${parts.join('')}`)

const northAmerican = digits(10, 10).map((national) => `+1${national}`)
