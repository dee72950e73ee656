import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'
import { DomainError } from '../errors.js'
import { quote } from '../text/text.js'

declare const checked: unique symbol

/** E.164, of a length that its calling code allows, in the one spelling that libphonenumber gives it. */
export type PhoneNumber = string & { readonly [checked]: true }

export function parsePhoneNumber(text: string): PhoneNumber {
  if (isPhoneNumber(text)) return text
  throw new DomainError('invalid-phone-number', notAPhoneNumber(text))
}

/** What is wrong with a text that is none. */
export function notAPhoneNumber(text: string): string {
  return `${quote(text)} is not a phone number: expected the E.164 form of a possible one, such as +12025550123`
}

/**
 * Nearly every number is settled by a look at its calling code and its length. The library, which takes a
 * hundred times longer, is asked where it may read another number, or where it depends on whose number it is.
 */
export function isPhoneNumber(text: string): text is PhoneNumber {
  if (!E164_FORM.test(text)) return false
  const plan = PLANS[firstThreeDigits(text)]
  if (plan === undefined) return false
  const length = 1 << text.length
  if ((plan.lengthsOfAny & length) === 0) return false
  if ((plan.lengthsOfAll & length) === 0 || plan.prefix?.test(text)) return isOwnE164(text)
  return true
}

/**
 * With spaces, as it is read abroad: `+1 202 555 0123`. North American numbers of full length are all written alike;
 * the library is asked about the others.
 */
export function internationalForm(phone: PhoneNumber): string {
  if (!NORTH_AMERICAN.test(phone)) return parsePhoneNumberFromString(phone, metadata)?.formatInternational() ?? phone
  return `+1 ${phone.slice(2, 5)} ${phone.slice(5, 8)} ${phone.slice(8)}`
}

const NORTH_AMERICAN = /^\+1[2-9]\d{9}$/

const E164_FORM = /^\+[1-9]\d{1,14}$/

/** The slow path, and the definition: what libphonenumber reads is possible, and is what was written. */
function isOwnE164(text: string): boolean {
  const read = parsePhoneNumberFromString(text, metadata)
  return read !== undefined && read.number === text && read.isPossible()
}

/** What is known about a calling code. Lengths are those of the whole text, as bits. */
type CallingCodePlan = {
  /** Possible in at least one of the countries that share the code: any other length is refused. */
  readonly lengthsOfAny: number
  /** Possible in each of them, so that it does not matter whose number it is. */
  readonly lengthsOfAll: number
  /** What the library may drop or rewrite after the code, such as the 0 of `+4407400123456`. */
  readonly prefix: RegExp | null
}

/** By the first three digits: no calling code has more, and none is the start of another. 1 takes 100 to 199. */
const PLANS = readPlans()

function firstThreeDigits(text: string): number {
  return text.charCodeAt(1) * 100 + text.charCodeAt(2) * 10 + text.charCodeAt(3) - 111 * ZERO
}

const ZERO = 48

function readPlans(): readonly (CallingCodePlan | undefined)[] {
  const plans: (CallingCodePlan | undefined)[] = Array.from({ length: 1000 })
  for (const [code, countries] of readCountryRows()) {
    const lengths = countries.map(([, , , lengths = []]) => lengthBits(code, lengths))
    const plan = {
      lengthsOfAny: lengths.reduce((any, bits) => any | bits),
      lengthsOfAll: lengths.reduce((all, bits) => all & bits),
      prefix: prefixPattern(code, countries[0]!),
    }
    plans.fill(plan, Number(code.padEnd(3, '0')), Number(code.padEnd(3, '9')) + 1)
  }
  return plans
}

/** The countries of each calling code, the main one first, and the codes that belong to no country. */
function readCountryRows(): [code: string, countries: CountryRow[]][] {
  return [
    ...Object.entries(metadata.country_calling_codes).map(([code, names]): [string, CountryRow[]] => [
      code,
      names.map((name) => metadata.countries[name]!),
    ]),
    ...Object.entries(metadata.nonGeographic).map(([code, country]): [string, CountryRow[]] => [code, [country]]),
  ]
}

/** A row of the library's metadata. Its columns are documented only in its source: the tests notice a change. */
type CountryRow = readonly [
  code?: unknown,
  internationalPrefix?: unknown,
  pattern?: unknown,
  lengths?: readonly number[],
  formats?: unknown,
  nationalPrefix?: string | 0,
  nationalPrefixFormat?: unknown,
  prefixForParsing?: string | 0,
  ...rest: unknown[],
]

function lengthBits(code: string, nationalLengths: readonly number[]): number {
  return nationalLengths.reduce((bits, length) => bits | (1 << ('+'.length + code.length + length)), 0)
}

/**
 * The library drops the prefixes of the main country only. One that matches nothing at all (Argentina's can) is none.
 */
function prefixPattern(code: string, main: CountryRow): RegExp | null {
  const [, , , , , nationalPrefix, , prefixForParsing] = main
  const prefix = prefixForParsing || nationalPrefix
  return prefix ? new RegExp(`^\\+${code}(?:${prefix})(?<!^\\+${code})`) : null
}

/** Stands where a number was that has been erased. It is no number, so nothing is ever sent to it. */
export const ERASED = 'erased'

/** Stands where a provider said why it would not deliver, since it may have named whom. */
export const ERASED_FAILURE = 'What the provider said of it has been erased'
