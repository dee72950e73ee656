import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'
import { DomainError } from '../errors.js'
import { quote } from '../text/text.js'
import { firstThreeDigits, tableByCallingCode, type CountryRow } from './calling-codes.js'

declare const checked: unique symbol

/** An E.164 number, of a length that its calling code allows, exactly as libphonenumber formats it. */
export type PhoneNumber = string & { readonly [checked]: true }

export function parsePhoneNumber(text: string): PhoneNumber {
  if (isPhoneNumber(text)) return text
  throw new DomainError('invalid-phone-number', notAPhoneNumber(text))
}

/** The error message for a text that is not a phone number. */
export function notAPhoneNumber(text: string): string {
  return `${quote(text)} is not a phone number: expected a possible number in E.164 form, such as +12025550123`
}

/**
 * Calling code and length decide for nearly every number. The library takes a hundred times longer, so it is called
 * only when it might read a different number, or when the result depends on the country.
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
 * The international format with spaces: `+1 202 555 0123`. North American numbers of full length share one format; the
 * library formats all others.
 */
export function internationalForm(phone: PhoneNumber): string {
  if (!NORTH_AMERICAN.test(phone)) return parsePhoneNumberFromString(phone, metadata)?.formatInternational() ?? phone
  return `+1 ${phone.slice(2, 5)} ${phone.slice(5, 8)} ${phone.slice(8)}`
}

const NORTH_AMERICAN = /^\+1[2-9]\d{9}$/

const E164_FORM = /^\+[1-9]\d{1,14}$/

/** The exact but slow check: whether libphonenumber reads a possible number whose E.164 form equals the text. */
function isOwnE164(text: string): boolean {
  const read = parsePhoneNumberFromString(text, metadata)
  return read !== undefined && read.number === text && read.isPossible()
}

/** The rules of a calling code. Lengths count the whole text, `+` included, and are bits of a number. */
type CallingCodePlan = {
  /** Lengths possible in at least one country that shares the code. Any other length is refused. */
  readonly lengthsOfAny: number
  /** Lengths possible in every country that shares the code, so that the country does not matter. */
  readonly lengthsOfAll: number
  /** Digits that the library may drop or rewrite after the code, such as the 0 of `+4407400123456`. */
  readonly prefix: RegExp | null
}

const PLANS = tableByCallingCode(({ code, rows }): CallingCodePlan => {
  const lengths = rows.map(([, , , possible = []]) => lengthBits(code, possible))
  return {
    lengthsOfAny: lengths.reduce((any, bits) => any | bits),
    lengthsOfAll: lengths.reduce((all, bits) => all & bits),
    prefix: prefixPattern(code, rows[0]!),
  }
})

function lengthBits(code: string, nationalLengths: readonly number[]): number {
  return nationalLengths.reduce((bits, length) => bits | (1 << ('+'.length + code.length + length)), 0)
}

/**
 * The library drops only prefixes of the main country. An empty match, which Argentina's pattern allows, is no prefix.
 */
function prefixPattern(code: string, main: CountryRow): RegExp | null {
  const [, , , , , nationalPrefix, , prefixForParsing] = main
  const prefix = prefixForParsing || nationalPrefix
  return prefix ? new RegExp(`^\\+${code}(?:${prefix})(?<!^\\+${code})`) : null
}

/** Replaces an erased number. It is not a phone number, so nothing is ever sent to it. */
export const ERASED = 'erased'

/** Replaces the provider's reason for a failure, which may name the erased number. */
export const ERASED_FAILURE = 'The reason from the provider has been erased'
