import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readJson, textAt } from './read-json.js'

describe('JSON of a carrier', () => {
  test('keeps all digits of long numbers, which become texts', () => {
    const text = '{"id":1234567890123456789,"ids":[-9007199254740993,9007199254740991],"n":0.1234567890123456}'
    const value = readJson(text)
    expect(value).toEqual({
      id: '1234567890123456789',
      ids: ['-9007199254740993', 9_007_199_254_740_991],
      n: 0.123_456_789_012_345_6,
    })
    expect(textAt(value, 'id')).toBe('1234567890123456789')
    expect(readJson('1234567890123456789')).toBe('1234567890123456789')
  })

  test('does not change what is in a text', () => {
    const value = { a: 'id 1234567890123456789', 'b\\" 1234567890123456789 ': ['"1234567890123456789', '\\', '\n'] }
    expect(readJson(JSON.stringify(value))).toEqual(value)
    expect(readJson(new TextEncoder().encode(JSON.stringify(value)))).toEqual(value)
  })

  test.each(['', '{', '{"a":}', '{1234567890123456789:1}', '01234567890123456789', '1234567890123456789"'])(
    'is none if it is malformed: %s',
    (text) => expect(readJson(text)).toBeUndefined(),
  )

  test('is read as JSON.parse reads it, except long numbers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify([value, '1234567890123456'])
        expect(readJson(text)).toEqual(
          JSON.parse(text, (_, one: unknown) =>
            Number.isInteger(one) && !Number.isSafeInteger(one) && !/e/.test(String(one)) ? String(one) : one,
          ),
        )
      }),
    )
  })
})
