/** Parses a phone number; null if it is invalid. The service makes the exact check. */
export function readNumber(text) {
  const number = plainNumber(text)
  return /^\+[1-9]\d{5,14}$/.test(number) ? number : null
}

/** The number without spaces and punctuation between the digits. */
export function plainNumber(text) {
  return text.replace(/[\s().\-\u2010-\u2015]/g, '')
}
