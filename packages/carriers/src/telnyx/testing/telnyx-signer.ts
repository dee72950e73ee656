import { generateKeyPairSync, sign } from 'node:crypto'
import type { CarrierRequest } from '@carillon/core'

/** Signs requests as Telnyx does, with a key of its own. */
export type TelnyxSigner = {
  readonly publicKey: string
  request(url: string, body: string, at: Date): CarrierRequest
}

export function createSigner(): TelnyxSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x!, 'base64url').toString('base64'),
    request(url, body, at) {
      const timestamp = String(Math.floor(at.getTime() / 1_000))
      const bytes = Buffer.from(body)
      const signature = sign(null, Buffer.concat([Buffer.from(`${timestamp}|`), bytes]), privateKey).toString('base64')
      return {
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          'telnyx-signature-ed25519': signature,
          'telnyx-timestamp': timestamp,
        },
        body: bytes,
        address: '192.76.120.1',
        at,
      }
    },
  }
}
