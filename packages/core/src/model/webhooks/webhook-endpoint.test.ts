import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isWebhookSecret } from './webhook-endpoint.js'

const ofBytes = (length: number, byte = 0xff) => `whsec_${Buffer.alloc(length, byte).toString('base64')}`

describe('a webhook secret', () => {
  test('is whsec_ followed by 24 to 64 bytes in base64', () => {
    const lengths = Array.from({ length: 100 }, (_, length) => length)
    expect(lengths.filter((length) => isWebhookSecret(ofBytes(length)))).toEqual(lengths.slice(24, 65))
  })

  test('may contain any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 24, maxLength: 64 }), (bytes) => {
        expect(isWebhookSecret(`whsec_${Buffer.from(bytes).toString('base64')}`)).toBe(true)
      }),
    )
  })

  test.each([
    '',
    'whsec_',
    ofBytes(32).slice('whsec_'.length),
    ofBytes(32).toUpperCase(),
    ofBytes(32).replace('=', ''),
    `${ofBytes(30)}=`,
    `${ofBytes(30)}A`,
    `${ofBytes(30)}==`,
    ` ${ofBytes(30)}`,
    `${ofBytes(30)}\n`,
    `whsec_${'a-_b'.repeat(8)}`,
    `whsec_${'é'.repeat(32)}`,
    `whsec_====${'a'.repeat(32)}`,
  ])('has no other form: not %j', (text) => {
    expect(isWebhookSecret(text)).toBe(false)
  })

  test('that is far too long is rejected quickly', () => {
    for (const tail of ['', '=', '==', '===', '!'])
      expect(isWebhookSecret(`whsec_${'A'.repeat(2_000_000)}${tail}`)).toBe(false)
  })
})
