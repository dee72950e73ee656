import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { CarrierRequest } from '@carillon/core'

const AGE_MAX_SECONDS = 300
/** 32 and 64 bytes in base64. Node also reads what is not quite base64, so the form is checked first. */
const KEY = /^[A-Za-z0-9+/]{43}=$/
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/
const TIMESTAMP = /^\d{1,12}$/

/** Returns a function that says why a request is not from Telnyx, or null if it is. */
export function signatureCheck(publicKey: string): (request: CarrierRequest) => string | null {
  const key = keyOf(publicKey)
  return ({ headers, body, at }) => {
    const signature = headers['telnyx-signature-ed25519'] ?? ''
    const timestamp = headers['telnyx-timestamp'] ?? ''
    const bytes = Buffer.from(signature, 'base64')
    // Otherwise, the last character could be changed, whose last bits are not part of the bytes.
    if (!SIGNATURE.test(signature) || bytes.toString('base64') !== signature)
      return 'telnyx-signature-ed25519 is missing or malformed'
    if (!TIMESTAMP.test(timestamp)) return 'telnyx-timestamp is missing or malformed'
    if (Math.abs(at.getTime() / 1_000 - Number(timestamp)) > AGE_MAX_SECONDS)
      return 'telnyx-timestamp is too old or new'
    const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body])
    return verify(null, signed, key, bytes) ? null : 'The signature is wrong'
  }
}

function keyOf(publicKey: string): KeyObject {
  if (!KEY.test(publicKey)) throw new Error('publicKey is no Ed25519 key: expected 32 bytes in base64')
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}
