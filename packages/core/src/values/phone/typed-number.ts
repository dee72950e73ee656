import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'
import { isPhoneNumber, type PhoneNumber } from './phone-number.js'

/**
 * A number as a person types it, with spaces, brackets, dots and all. One without its calling code belongs to the
 * country. Null for what is none, or might be another one.
 */
export function parseTypedNumber(text: string, country: string): PhoneNumber | null {
  if (text.length > TYPED_MAX) return null
  const typed = text.normalize('NFKC').trim()
  const options = { defaultCountry: country as CountryCode, extract: false }
  const read = parsePhoneNumberFromString(typed, options, metadata)
  if (read === undefined || read.ext !== undefined || !read.isPossible()) return null
  return isPhoneNumber(read.number) ? read.number : null
}

const TYPED_MAX = 64

/** Such as US; null where the number does not say. */
export function countryOfNumber(number: string): string | null {
  return parsePhoneNumberFromString(number, metadata)?.country ?? null
}
