import { createHmac, randomBytes } from 'node:crypto'
import type { CarrierRequest, CarrierText } from '@carillon/core'
import { SINCH_SETTINGS } from './test-sinch.js'

/** A request of Sinch, signed as Sinch signs it. */
export function signedBySinch(
  url: string,
  body: string,
  at: Date,
  { secret = SINCH_SETTINGS.webhookSecret as string, nonce = randomBytes(13).toString('hex') } = {},
): CarrierRequest {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'x-sinch-webhook-signature': createHmac('sha256', secret)
        .update(`${body}.${nonce}.${timestamp}`)
        .digest('base64'),
      'x-sinch-webhook-signature-nonce': nonce,
      'x-sinch-webhook-signature-timestamp': timestamp,
      'x-sinch-webhook-signature-algorithm': 'HmacSHA256',
    },
    body: new TextEncoder().encode(body),
    address: '54.78.194.39',
    at,
  }
}

export function deliveryReport(given: {
  readonly reference: string
  readonly providerId: string
  readonly status: string
  readonly code: number
  readonly at: Date
}) {
  return {
    type: 'recipient_delivery_report_sms',
    batch_id: given.providerId,
    recipient: '12025550101',
    code: given.code,
    status: given.status,
    at: given.at.toISOString(),
    operator_status_at: given.at.toISOString(),
    client_reference: given.reference,
  }
}

/** Sinch names phone numbers without their plus signs. */
export function inboundEvent(text: Omit<CarrierText, 'kind' | 'isAnswered'>, at: Date) {
  const event = {
    id: text.providerId,
    from: text.from.replace('+', ''),
    to: text.to.replace('+', ''),
    received_at: at.toISOString(),
    operator_id: '311071',
  }
  if (text.mediaUrls.length === 0) return { ...event, type: 'mo_text', body: text.body }
  const media = text.mediaUrls.map((url) => ({ url, content_type: 'image/jpeg', status: 'Uploaded', code: 0 }))
  return { ...event, type: 'mo_media', body: { message: text.body, media } }
}
