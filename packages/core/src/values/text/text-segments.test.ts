import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { measureText, measureBySeptets, septetsOf } from './text-segments.js'

const EMOJI = '🔔'

/** In Unicode order, unlike in the standard: 127 characters. The escape, the 128th, is left out. */
const BASIC_TABLE = [
  '\n\r',
  between(' ', 'Z'),
  '_',
  between('a', 'z'),
  '\xa1\xa3\xa4\xa5\xa7\xbf',
  '\xc4\xc5\xc6\xc7\xc9\xd1\xd6\xd8\xdc\xdf',
  '\xe0\xe4\xe5\xe6\xe8\xe9\xec\xf1\xf2\xf6\xf8\xf9\xfc',
  '\u0393\u0394\u0398\u039b\u039e\u03a0\u03a3\u03a6\u03a8\u03a9',
].join('')
const EXTENSION_TABLE = '\x0c\x5b\x5c\x5d\x5e\x7b\x7c\x7d\x7e\u20ac'

function between(first: string, last: string): string {
  const start = first.charCodeAt(0)
  return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, i) => start + i))
}

describe('the encoding', () => {
  test('is GSM-7 when every character is in the basic or extension table of 3GPP TS 23.038', () => {
    expect([BASIC_TABLE.length, EXTENSION_TABLE.length]).toEqual([127, 10])
    for (const character of BASIC_TABLE + EXTENSION_TABLE) {
      expect([character, measureText(character).encoding]).toEqual([character, 'GSM-7'])
    }
  })

  test('is UCS-2 for every other UTF-16 unit', () => {
    const gsm7 = new Set(BASIC_TABLE + EXTENSION_TABLE)
    const wrong = allUnits().filter((unit) => !gsm7.has(unit) && measureText(unit).encoding !== 'UCS-2')
    expect(wrong).toEqual([])
  })

  test.each([
    ['emoji', EMOJI],
    ['curly quotes', '’'],
    ['em dashes', '—'],
    ['accented letters that GSM-7 lacks', 'ç'],
    ['most non-Latin scripts', '鐘'],
    ['a tab', '\t'],
    ['a backtick', '`'],
  ])('is UCS-2 for the whole message if any character falls outside GSM-7: %s', (_, character) => {
    expect(measureText(`Ding dong${character}`).encoding).toBe('UCS-2')
    expect(measureText(`${'x'.repeat(70)}${character}`)).toEqual({ encoding: 'UCS-2', segments: 2, wireParts: 2 })
    expect(measureText(`${character}${'x'.repeat(70)}`).encoding).toBe('UCS-2')
  })
})

describe('segments and wire parts:', () => {
  test('an empty text has one of each', () => {
    expect(measureText('')).toEqual({ encoding: 'GSM-7', segments: 1, wireParts: 1 })
  })

  test.each([
    [1, 1, 1],
    [160, 1, 1],
    [161, 2, 2],
    [306, 2, 2],
    [307, 2, 3],
    [320, 2, 3],
    [321, 3, 3],
    [459, 3, 3],
    [460, 3, 4],
    [640, 4, 5],
  ])('%d GSM-7 characters make %d segments and %d wire parts', (length, segments, wireParts) => {
    const measure = { encoding: 'GSM-7', segments, wireParts }
    expect(measureText('x'.repeat(length))).toEqual(measure)
    expect(measureText('é'.repeat(length))).toEqual(measure)
  })

  test.each([
    [1, 1, 1],
    [70, 1, 1],
    [71, 2, 2],
    [134, 2, 2],
    [135, 2, 3],
    [140, 2, 3],
    [141, 3, 3],
    [201, 3, 3],
    [202, 3, 4],
  ])('%d UTF-16 units make %d segments and %d wire parts', (length, segments, wireParts) => {
    expect(measureText('鐘'.repeat(length))).toEqual({ encoding: 'UCS-2', segments, wireParts })
  })

  test('a character of the extension table counts as two', () => {
    expect(measureText('€'.repeat(80))).toEqual({ encoding: 'GSM-7', segments: 1, wireParts: 1 })
    expect(measureText('€'.repeat(80) + 'x')).toEqual({ encoding: 'GSM-7', segments: 2, wireParts: 2 })
  })

  test('an emoji counts as two units', () => {
    expect(measureText(EMOJI.repeat(35))).toEqual({ encoding: 'UCS-2', segments: 1, wireParts: 1 })
    expect(measureText(EMOJI.repeat(36))).toEqual({ encoding: 'UCS-2', segments: 2, wireParts: 2 })
  })

  test('no wire part ends between an escape and its character', () => {
    expect(measureText('x'.repeat(152) + '€' + 'x'.repeat(152))).toMatchObject({ segments: 2, wireParts: 3 })
    expect(measureText('x'.repeat(151) + '€' + 'x'.repeat(153))).toMatchObject({ segments: 2, wireParts: 2 })
  })

  test('no wire part ends between the halves of a surrogate pair', () => {
    expect(measureText('鐘'.repeat(66) + EMOJI + '鐘'.repeat(66))).toMatchObject({ segments: 2, wireParts: 3 })
    expect(measureText('鐘'.repeat(65) + EMOJI + '鐘'.repeat(67))).toMatchObject({ segments: 2, wireParts: 2 })
  })

  test('half of a surrogate pair counts as one unit, in any position', () => {
    expect(measureText('\ud83d'.repeat(135))).toEqual({ encoding: 'UCS-2', segments: 2, wireParts: 3 })
    expect(measureText('\udd14'.repeat(134))).toEqual({ encoding: 'UCS-2', segments: 2, wireParts: 2 })
    expect(measureText('\udd14\ud83d'.repeat(67))).toEqual({ encoding: 'UCS-2', segments: 2, wireParts: 2 })
  })
})

describe('for any text', () => {
  const character = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...BASIC_TABLE) },
    { weight: 2, arbitrary: fc.constantFrom(...EXTENSION_TABLE) },
    { weight: 1, arbitrary: fc.constantFrom(EMOJI, '鐘', 'ç', '\ud83d', '\udd14') },
  )
  /** Often exactly the length of a wire part, so that the next character begins a new part. */
  const times = fc.oneof(fc.constantFrom(1, 1, 66, 67, 151, 152, 153), fc.nat(160))
  const runsOf = (one: fc.Arbitrary<string>) =>
    fc.array(fc.tuple(one, times), { maxLength: 8 }).map((runs) => runs.map(([each, n]) => each.repeat(n)).join(''))
  const text = fc.oneof(runsOf(fc.constantFrom('x', 'é', '€', '{')), runsOf(character))

  test('the encoding, segments and wire parts match a character-by-character count', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(measureText(any)).toEqual(dealtOut(any))
      }),
      { numRuns: 1_000 },
    )
  })

  test('there are at least as many wire parts as segments, and another character reduces neither number', () => {
    fc.assert(
      fc.property(text, character, (any, more) => {
        const [before, after] = [measureText(any), measureText(any + more)]
        expect(before.wireParts).toBeGreaterThanOrEqual(before.segments)
        expect(after.segments).toBeGreaterThanOrEqual(before.segments)
        expect(after.wireParts).toBeGreaterThanOrEqual(before.wireParts)
      }),
    )
  })

  test('the septets of two texts add up to the septets of their concatenation', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(septetsOf(one) + septetsOf(other)).toBe(septetsOf(one + other))
        expect(measureBySeptets(one + other, septetsOf(one) + septetsOf(other))).toEqual(measureText(one + other))
      }),
    )
  })
})

/** A second implementation of the rule, with a list of the width of each character. */
function dealtOut(text: string) {
  const isGsm7 = Array.from(text).every((one) => (BASIC_TABLE + EXTENSION_TABLE).includes(one))
  const [alone, inParts] = isGsm7 ? [160, 153] : [70, 67]
  const widths = Array.from(text, (one) => (isGsm7 ? (EXTENSION_TABLE.includes(one) ? 2 : 1) : one.length))
  const units = widths.reduce((sum, width) => sum + width, 0)
  const parts = [0]
  for (const width of widths) {
    if (parts.at(-1)! + width > inParts) parts.push(0)
    parts.push(parts.pop()! + width)
  }
  return {
    encoding: isGsm7 ? 'GSM-7' : 'UCS-2',
    segments: Math.max(1, Math.ceil(units / alone)),
    wireParts: units <= alone ? 1 : parts.length,
  }
}

function allUnits(): string[] {
  return Array.from({ length: 2 ** 16 }, (_, unit) => String.fromCharCode(unit))
}
