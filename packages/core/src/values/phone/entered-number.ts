import { isPhoneNumber, type PhoneNumber } from './phone-number.js'

/**
 * Reads a number as people write it, with spaces, dots, dashes and parentheses. Null if it is no number. With a calling
 * code, a number without a plus is read as one of that country: `(202) 555-0123` and `1 202 555 0123` with `1`.
 */
export function enteredNumber(entry: string, callingCode: string | null = null): PhoneNumber | null {
  const text = entry.replace(PUNCTUATION, '')
  const candidates = text.startsWith('+') || callingCode === null ? [text] : withCode(text, callingCode)
  return candidates.find(isPhoneNumber) ?? null
}

/** Marks of direction and joiners come with numbers that are copied from web pages. */
const PUNCTUATION = /[\p{Z}\p{Cf}\p{Pd}\t.()/]/gu

function withCode(digits: string, code: string): readonly string[] {
  if (digits.startsWith('00')) return [`+${digits.slice(2)}`]
  const national = `+${code}${digits.replace(/^0/, '')}`
  return digits.startsWith(code) ? [`+${digits}`, national] : [national]
}
