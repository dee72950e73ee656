import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import { countryOfNumber } from './country-of-number.js'
import { kindOfNumber } from './kind-of-number.js'
import { numberRanges, type NumberRange } from './number-ranges.js'
import { isPhoneNumber } from './phone-number.js'

type Row = readonly [code: string, ...rest: unknown[]]
const ROWS = [...Object.values(metadata.countries), ...Object.values(metadata.nonGeographic)] as unknown as Row[]
const CODES = [...new Set(ROWS.map(([code]) => code))]
const COUNTRIES = [...Object.keys(metadata.countries).filter((code) => !['AC', 'TA'].includes(code)), 'SH']

/** A number of any type of any country, or any digits after a calling code. */
const anyNumber = fc
  .oneof(
    fc
      .constantFrom(...ROWS.flatMap(patternsOf))
      .chain(([code, pattern]) =>
        fc.stringMatching(new RegExp(`^(?:${pattern})$`)).map((national) => `+${code}${national}`),
      ),
    fc.tuple(fc.constantFrom(...CODES, '1', '44', '7', '61'), digits(4, 12)).map(([code, rest]) => `+${code}${rest}`),
    digits(7, 7).map((rest) => `+1${rest}`),
    digits(10, 10).map((rest) => `+1${rest}`),
  )
  .filter(isPhoneNumber)

test('the country of a number is the one that libphonenumber finds', () => {
  fc.assert(
    fc.property(anyNumber, (number) => {
      const found = parsePhoneNumberFromString(number)!.country
      expect(countryOfNumber(number)).toBe(found === 'AC' || found === 'TA' ? 'SH' : (found ?? null))
    }),
    { seed: 20_240_229, numRuns: 5_000 },
  )
})

test('the kind of a number is the one that libphonenumber finds', () => {
  fc.assert(
    fc.property(anyNumber, (number) => {
      const type = parsePhoneNumberFromString(number)!.getType()
      expect(kindOfNumber(number) === 'premium-rate').toBe(type === 'PREMIUM_RATE')
      expect(kindOfNumber(number) === 'shared-cost').toBe(type === 'SHARED_COST')
    }),
    { seed: 20_240_229, numRuns: 5_000 },
  )
})

test('the ranges of countries contain the numbers of these countries, and only the ordinary ones unless asked for more', () => {
  const countries = fc.uniqueArray(fc.constantFrom(...COUNTRIES), { maxLength: 40 })
  fc.assert(
    fc.property(
      countries,
      fc.boolean(),
      fc.array(anyNumber, { minLength: 100, maxLength: 100 }),
      (some, withPremium, numbers) => {
        const ranges = numberRanges(some, { withPremium }).map(compiled)
        const isWanted = (number: string) => {
          const kind = kindOfNumber(number)
          const country = countryOfNumber(number)
          if (country === null) return withPremium && kind !== 'ordinary'
          return some.includes(country) && (withPremium || kind === 'ordinary')
        }
        expect(numbers.filter((number) => ranges.some((isIn) => isIn(number)))).toEqual(numbers.filter(isWanted))
      },
    ),
    { seed: 20_240_229, numRuns: 100 },
  )
})

function compiled({ prefix, within, except }: NumberRange) {
  const [inside, outside] = [within, except].map((source) => (source === null ? null : new RegExp(source)))
  return (number: string) =>
    number.startsWith(prefix) && (inside?.test(number) ?? true) && !(outside?.test(number) ?? false)
}

function patternsOf([code, ...rest]: Row): [string, string][] {
  const types = (rest[10] ?? []) as ([string] | 0)[]
  return types.flatMap((type) => (type && type[0] ? [[code, type[0]]] : []))
}

function digits(minLength: number, maxLength: number) {
  return fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
}
