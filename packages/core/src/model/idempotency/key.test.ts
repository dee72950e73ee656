import { expect, test } from '@jest/globals'
import { NOW, after, anAccount } from '@carillon/contracts'
import { isInUse, isIdempotencyKey, type IdempotencyKeyRecord } from './key.js'

test.each(['ab', 'a'.repeat(100), 'aZ09@-_)(', '()', '--'])('%j is a key', (text) => {
  expect(isIdempotencyKey(text)).toBe(true)
})

test.each(['', 'a', 'a'.repeat(101), 'a b', 'a.b', 'a/b', 'ä-ö', 'ab\n', '\nab', 'a\u0000', 'ａｂ', 'a+b', '[]'])(
  '%j is not a key',
  (text) => {
    expect(isIdempotencyKey(text)).toBe(false)
  },
)

test('a key is in use while its target is in progress, and then until the key expires; an unknown key is free', () => {
  const record: IdempotencyKeyRecord = {
    account: anAccount().id,
    scope: 'message',
    key: 'key',
    target: 'msg_1',
    answer: null,
    expiresAt: after(60),
  }
  expect(isInUse(null, NOW)).toBe(false)
  expect(isInUse(record, after(59))).toBe(true)
  expect(isInUse(record, after(60))).toBe(false)
  expect(isInUse({ ...record, expiresAt: null }, after(10 ** 9))).toBe(true)
})
