/** The number of a phone; null when it is none. What it is in truth, the service knows. */
export function readNumber(text) {
  const number = plainNumber(text)
  return /^\+[1-9]\d{5,14}$/.test(number) ? number : null
}

/** Without the spaces and signs that people put between the digits. */
export function plainNumber(text) {
  return text.replace(/[\s().\-\u2010-\u2015]/g, '')
}
