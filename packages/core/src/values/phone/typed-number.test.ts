import { describe, expect, test } from '@jest/globals'
import { parseTypedNumber } from './typed-number.js'

describe('a typed number', () => {
  test.each([
    ['+12025550123', 'US', '+12025550123'],
    [' (202) 555-0123 ', 'US', '+12025550123'],
    ['202.555.0123', 'US', '+12025550123'],
    ['1 202 555 0123', 'US', '+12025550123'],
    ['+1 202-555-0123', 'GB', '+12025550123'],
    ['07400 123456', 'GB', '+447400123456'],
    ['0044 7400 123456', 'GB', '+447400123456'],
    ['011 44 7400 123456', 'US', '+447400123456'],
    ['+44 (0) 7400 123456', 'US', '+447400123456'],
    ['２０２５５５０１２３', 'US', '+12025550123'],
  ])('%j in %s is %s', (text, country, phone) => {
    expect(parseTypedNumber(text, country)).toBe(phone)
  })

  test.each(['', '   ', '911', '12345', '555-0123', 'call me', 'call 2025550123', '2025550123x', '2025550123 ext 5'])(
    'that is not a phone number is null: %j',
    (text) => {
      expect(parseTypedNumber(text, 'US')).toBeNull()
    },
  )

  test('that is far too long is null', () => {
    expect(parseTypedNumber(`+12025550123${' '.repeat(100_000)}`, 'US')).toBeNull()
  })
})
