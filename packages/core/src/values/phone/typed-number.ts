import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'
import { isPhoneNumber, type PhoneNumber } from './phone-number.js'

/**
 * Parses a number as a person types it, with spaces, brackets or dots. A number without a calling code is read as a
 * number of the country. Null if the text is not a possible number, or has an extension.
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
