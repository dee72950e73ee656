import { expect, test } from '@jest/globals'
import { secretMarkOf } from './secret-mark.js'

test('is always the same for one secret, and another for another', () => {
  expect(secretMarkOf('0123456789abcdef')).toBe(secretMarkOf('0123456789abcdef'))
  expect(secretMarkOf('0123456789abcdef')).not.toBe(secretMarkOf('0123456789abcdeg'))
})

test('does not change from one version to the next: it stands in databases', () => {
  expect(secretMarkOf('0123456789abcdef')).toBe('b1LAz1Pquz-gWU2mUPlPnGQpQtkxqCztrKRGpM5VtSA')
})
