import { createHmac, hkdfSync } from 'node:crypto'

/** Tells two secrets of a service apart without saying anything else of them: each has its own. */
export function secretFingerprintOf(secretKey: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'carillon mark of the secret', 32))
  return createHmac('sha256', key).update('carillon').digest('base64url')
}
