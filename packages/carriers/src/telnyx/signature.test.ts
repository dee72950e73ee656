import { expect, test } from '@jest/globals'
import { signatureCheck } from './signature.js'
import { createSigner } from './testing/telnyx-signer.js'

const AT = new Date('2026-03-01T12:00:00.000Z')
const HEADER = 'telnyx-signature-ed25519'

test('a signature that is altered in its last character is malformed, although it has the same bytes', () => {
  const signer = createSigner()
  const request = signer.request('https://sms.example.com/provider/main/receipts', '{}', AT)
  const faultOf = signatureCheck(signer.publicKey)
  expect(faultOf(request)).toBeNull()
  const signature = request.headers[HEADER]!
  // The last four bits of the last character are no part of the 64 bytes.
  const altered = signature.replace(/.==$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}==`)
  expect(Buffer.from(altered, 'base64')).toEqual(Buffer.from(signature, 'base64'))
  const fault = faultOf({ ...request, headers: { ...request.headers, [HEADER]: altered } })
  expect(fault).toBe('telnyx-signature-ed25519 is missing or malformed')
})
