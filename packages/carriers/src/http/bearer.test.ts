import { expect, test } from '@jest/globals'
import { bearerOf } from './bearer.js'

test('a token becomes a header', () => {
  expect(bearerOf('Telnyx: apiKey', 'KEY.0-1_2~+/=')).toBe('Bearer KEY.0-1_2~+/=')
})

test.each(['secret\n', 'sec ret', 'secrét', 'secret\0'])('that no header can contain is refused: %j', (token) => {
  expect(() => bearerOf('Telnyx: apiKey', token)).toThrow(
    'Telnyx: apiKey has a character that no header can contain, such as a space or a line break',
  )
})
