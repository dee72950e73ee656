import { expect, test } from '@jest/globals'
import { secretFingerprintOf } from './secret-fingerprint.js'

test('is always the same for one secret, and another for another', () => {
  expect(secretFingerprintOf('0123456789abcdef')).toBe(secretFingerprintOf('0123456789abcdef'))
  expect(secretFingerprintOf('0123456789abcdef')).not.toBe(secretFingerprintOf('0123456789abcdeg'))
})

test('does not change from one version to the next: it stands in databases', () => {
  expect(secretFingerprintOf('0123456789abcdef')).toBe('b1LAz1Pquz-gWU2mUPlPnGQpQtkxqCztrKRGpM5VtSA')
})
