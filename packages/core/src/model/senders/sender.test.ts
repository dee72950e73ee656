import { expect, test } from '@jest/globals'
import { isShortCode } from './sender.js'

test.each(['12345', '123456', '00000'])('a short code has 5 or 6 digits: %s', (text) => {
  expect(isShortCode(text)).toBe(true)
})

test.each(['', '1234', '1234567', '12a45', '+12345', ' 12345', '12345\n', '１２３４５', '123 45', '12345.'])(
  'a short code has no other form: not %j',
  (text) => {
    expect(isShortCode(text)).toBe(false)
  },
)
