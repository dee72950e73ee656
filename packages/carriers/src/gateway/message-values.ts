import { measureText, type Submission } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import { digitsOf } from '../http/phone-digits.js'
import type { DescribedReceipts, GatewayDescription } from './description.js'
import { render, type TemplateValues } from './language/template.js'

/** The placeholders of a submission. */
export const MESSAGE_PLACEHOLDERS = [
  'to',
  'to_digits',
  'from',
  'from_digits',
  'text',
  'text_hex',
  'reference',
  'media_url',
  'encoding',
  'parts',
  'receipt_url',
] as const

export function messageValues(
  message: Submission,
  { encodings, receipts }: Pick<GatewayDescription, 'encodings' | 'receipts'>,
  context: CarrierContext,
): TemplateValues {
  const { encoding, wireParts } = measureText(message.body)
  const values = {
    to: message.to,
    to_digits: digitsOf(message.to),
    from: message.from,
    from_digits: digitsOf(message.from),
    text: message.body,
    text_hex: utf16HexOf(message.body),
    reference: message.reference,
    media_url: message.mediaUrl,
    encoding: String(encoding === 'GSM-7' ? (encodings?.gsm7 ?? 'gsm7') : (encodings?.ucs2 ?? 'ucs2')),
    parts: String(wireParts),
  }
  return { ...values, receipt_url: receiptUrlOf(receipts, context, values) }
}

/** The URL with the secret that the gateway must know, and with what the description adds. */
function receiptUrlOf(
  receipts: DescribedReceipts | undefined,
  { receiptUrl }: CarrierContext,
  values: TemplateValues,
): string | null {
  if (receipts === undefined || receiptUrl === null) return null
  const { check, query = '' } = receipts
  const path = check.kind === 'secret-in-path' ? `${receiptUrl}/${check.secret}` : receiptUrl
  const secret = check.kind === 'secret-in-query' ? `${check.name}=${check.secret}` : ''
  const all = [secret, render(query, values, 'url')].filter((part) => part !== '').join('&')
  return all === '' ? path : `${path}?${all}`
}

/** UTF-16 with the high byte first, as gateways want UCS-2. */
function utf16HexOf(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()
}
