import { expect, test } from '@jest/globals'
import { secretFingerprintOf } from './secret-fingerprint.js'

test('the fingerprint of a secret is always the same, and differs from that of another secret', () => {
  expect(secretFingerprintOf('0123456789abcdef')).toBe(secretFingerprintOf('0123456789abcdef'))
  expect(secretFingerprintOf('0123456789abcdef')).not.toBe(secretFingerprintOf('0123456789abcdeg'))
})

test('the fingerprint never changes between versions, because databases store it', () => {
  expect(secretFingerprintOf('0123456789abcdef')).toBe('b1LAz1Pquz-gWU2mUPlPnGQpQtkxqCztrKRGpM5VtSA')
})
