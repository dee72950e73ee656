import { createHmac } from 'node:crypto'
import type { CarrierRequest } from '@carillon/core'
import { isSameText } from '../http/same-text.js'

const AGE_MAX_MS = 300_000
const ALGORITHM = 'HmacSHA256'

/** Why a request does not come from Sinch; null if it does. */
export function forgeryOf({ headers, body, at }: CarrierRequest, secret: string): string | null {
  const signature = headers['x-sinch-webhook-signature']
  const nonce = headers['x-sinch-webhook-signature-nonce']
  const timestamp = headers['x-sinch-webhook-signature-timestamp']
  if (headers['x-sinch-webhook-signature-algorithm'] !== ALGORITHM) return `The request is not signed with ${ALGORITHM}`
  if (signature === undefined || nonce === undefined || timestamp === undefined) return 'The signature is not complete'
  // With a full stop in it, a part of the body could be passed off as the nonce.
  if (!/^[\w-]{1,200}$/.test(nonce)) return 'The nonce of the signature is malformed'
  if (!/^\d{1,12}$/.test(timestamp)) return 'The time of the signature is malformed'
  const expected = createHmac('sha256', secret).update(body).update(`.${nonce}.${timestamp}`).digest('base64')
  if (!isSameText(signature, expected)) return 'The signature is wrong'
  if (Math.abs(at.getTime() - Number(timestamp) * 1_000) > AGE_MAX_MS) {
    return 'The signature is too old, or comes from the future'
  }
  return null
}
