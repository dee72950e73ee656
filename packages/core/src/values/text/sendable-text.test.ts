import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { indexOfUnsendable, toSendable } from './text.js'

describe('a value', () => {
  test.each([
    ['\u0007bell', 'bell'],
    ['\u001b[31m', '[31m'],
    ['a\u0000b\u000cc\u007fd\u0085e', 'abcde'],
    ['\ufdd0\ufdef\ufffe\uffff\u{1fffe}\u{10ffff}', ''],
    ['half \ud83d of \udd14 it', 'half  of  it'],
  ])('loses characters that no text message can contain: %j', (value, expected) => {
    expect(toSendable(value)).toBe(expected)
  })

  test.each(['two\r\nlines\tand a tab', 'Zoë 美咲 🔔 👩‍👩‍👧 \u200d\ufeff\u00a0', ''])(
    'stays unchanged otherwise: %j',
    (value) => {
      expect(toSendable(value)).toBe(value)
    },
  )

  test('loses every unsendable character, and no other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const kept = toSendable(value)
        expect(indexOfUnsendable(kept)).toBe(-1)
        expect(kept).toBe([...value].filter((character) => indexOfUnsendable(character) < 0).join(''))
      }),
      { numRuns: 2_000 },
    )
  })
})
