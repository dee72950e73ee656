import type { Schema } from '@carillon/client'

export type CarrierTest = Schema<'CarrierTest'>
type CarrierState = Schema<'CarrierState'>

/** The outcome of a text that the carrier has, or may have. */
export function submittedText({ carrier, reference, outcome, carrierId, because }: CarrierTest): string {
  return outcome === 'accepted'
    ? `${carrier} accepted the text as ${carrierId}. Its reference is ${reference}`
    : `${carrier} may have the text${inBrackets([because])}: only a receipt can tell. Its reference is ${reference}`
}

/** Why the carrier certainly does not have the text; null if it has it, or may have it. */
export function notSubmittedText(test: CarrierTest): string | null {
  const { carrier, outcome, because, retryAfterSeconds } = test
  if (outcome === 'refused') return `${carrier} refused the text: ${failedText(test)}`
  if (outcome !== 'try-later') return null
  const later = retryAfterSeconds === undefined ? '' : `. It asks for a pause of ${retryAfterSeconds} s`
  return `${carrier} did not take the text${inBrackets([because])}${later}`
}

/** Where to look if no receipt came. */
export function noReceiptHint({ name, type, receiptUrl }: Pick<CarrierState, 'name' | 'type' | 'receiptUrl'>): string {
  if (receiptUrl !== undefined)
    return `check that ${name} can reach ${receiptUrl}, and that this URL leads to the service`
  switch (type) {
    case 'smpp':
      return `check its binds with carillon carriers check ${name}, and that the SMSC sends receipts`
    case 'simulator':
      return 'a simulated phone sends one only when it is told to, with POST /sim/receipts'
    default:
      return `the ${type} of ${name} has reported none`
  }
}

type Failed = Pick<CarrierTest, 'errorType' | 'errorMessage' | 'carrierCode'>

/** For example: Unsubscribed recipient (opted_out, code 21610). */
export function failedText({ errorType, errorMessage = '', carrierCode }: Failed): string {
  const code = carrierCode === undefined ? undefined : `code ${oneLine(carrierCode)}`
  return `${oneLine(errorMessage)}${inBrackets([errorType, code])}`.trim()
}

function inBrackets(words: readonly (string | undefined)[]): string {
  const known = words.filter((word) => word !== undefined)
  return known.length === 0 ? '' : ` (${known.join(', ')})`
}

const LENGTH_MAX = 300

/** Sanitizes text from a carrier, which must not move the cursor of the terminal or flood the screen. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LENGTH_MAX)
}
