import { createHmac, hkdfSync } from 'node:crypto'

/** Identifies a secret of the service without revealing it. Different secrets have different fingerprints. */
export function secretFingerprintOf(secretKey: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'carillon mark of the secret', 32))
  return createHmac('sha256', key).update('carillon').digest('base64url')
}
