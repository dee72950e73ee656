/** A number without the spaces and punctuation with which people write it, and the marks that come with copied text. */
export function plainNumber(entry: string): string {
  return entry.replace(/[\p{Z}\p{Cf}\p{Pd}\t.()/]/gu, '')
}

/** Whether a plain number has the form of E.164. The service knows which of these numbers are possible. */
export function isE164(number: string): boolean {
  return /^\+[1-9]\d{1,14}$/.test(number)
}
