import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { codePointsOf, foldCase, isStorable, toStorable } from './text.js'

describe('a length', () => {
  test.each([
    ['', 0],
    ['Ann', 3],
    ['é', 1],
    ['e\u0301', 2],
    ['😀', 1],
    ['😀😀', 2],
    ['👩‍👩‍👧', 5],
    ['𝒳y', 2],
    ['\ud83d', 1],
    ['\ude00\ud83d', 2],
    ['a\ude00', 2],
    ['\ud83d\ud83d\ude00', 2],
  ])('is counted in code points: %j', (text, length) => {
    expect(codePointsOf(text)).toBe(length)
  })

  test('equals the number of characters that iterating over the string yields', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(codePointsOf(a + b)).toBe([...(a + b)].length)
      }),
    )
  })
})

describe('a folded name', () => {
  test('is in lower case, without surrounding white space', () => {
    expect(foldCase(' \t Favorite Color\u00a0\n')).toBe('favorite color')
    expect(foldCase('ÉCOLE')).toBe(foldCase('école'))
  })

  test('keeps the white space inside', () => {
    expect(foldCase('a  b')).toBe('a  b')
  })

  test('does not change when it is folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => expect(foldCase(foldCase(text))).toBe(foldCase(text))),
    )
  })
})

describe('text that can be stored', () => {
  test.each(['', 'Ann', 'a\tb\r\nc', '😀', '\u0001', '\ufffe', '\u{10ffff}'])('may, for example, be %j', (text) => {
    expect(isStorable(text)).toBe(true)
  })

  test.each(['\0', 'a\0b', '\ud83d', 'a\ude00', '\ude00\ud83d', '\ud83d\ud83d\ude00'])(
    'contains no NUL and no lone surrogate: not %j',
    (text) => {
      expect(isStorable(text)).toBe(false)
    },
  )

  test('survives encoding to UTF-8 and decoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(isStorable(text))
        expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text)
      }),
    )
  })
})

describe('incoming text', () => {
  test('can be stored after its NULs and lone surrogates are replaced', () => {
    expect(toStorable('a\0b\ud83d c\ude00\0 😀')).toBe('a\ufffdb\ufffd c\ufffd\ufffd 😀')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isStorable(toStorable(text))).toBe(true)
        if (isStorable(text)) expect(toStorable(text)).toBe(text)
      }),
    )
  })
})
