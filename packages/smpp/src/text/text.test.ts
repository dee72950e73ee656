import { measureText } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { faultsOf } from '../testing/check-submission.js'
import { BLANK } from '../testing/test-smsc.js'
import { codingOf, decode, encode, encodingOf } from './alphabets.js'
import { decodeGsm7, encodeGsm7 } from './gsm7.js'
import { contentsOf, type MessageContent } from './message-contents.js'
import { messageOctets } from './message-octets.js'
import { PartReferences } from './part-references.js'
import { splitText } from './split-text.js'
import { concatenationHeader, readUserData } from './user-data-header.js'

const GSM_7 = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà\f^{}\\[~]|€'

/** Runs whose lengths are often those of parts. */
const times = fc.oneof(fc.constantFrom(1, 1, 66, 67, 151, 152, 153), fc.nat(160))
const runsOf = (...characters: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...characters), times), { maxLength: 8 })
    .map((runs) => runs.map(([each, count]) => each.repeat(count)).join(''))
const anyText = fc.oneof(runsOf('x', 'é', '€', '{'), runsOf(...GSM_7), runsOf('x', '€', '鐘', '🔔', 'ç'))

describe('GSM 7', () => {
  test('has one octet for a basic character, and two for an extension', () => {
    expect(encodeGsm7('@A€{')).toEqual(Uint8Array.of(0x00, 0x41, 0x1b, 0x65, 0x1b, 0x28))
  })

  test('encodes the texts that the core measures as GSM 7, and no others', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: 'binary' })), (text) => {
        const octets = encodeGsm7(text)
        expect(octets !== null).toBe(measureText(text).encoding === 'GSM-7')
        if (octets !== null) expect(decodeGsm7(octets)).toBe(text)
      }),
    )
  })

  test('reads any octets', () => {
    expect(decodeGsm7(Uint8Array.of(0x1b, 0x41, 0x1b, 0x1b, 0x1b))).toBe('A ')
    fc.assert(fc.property(fc.uint8Array(), (octets) => void decodeGsm7(octets)))
  })
})

describe('the coding of a text', () => {
  test.each([
    ['gsm7', 'Hello €', { encoding: 'gsm7', dataCoding: 0 }],
    ['gsm7', 'Hello ç', { encoding: 'ucs2', dataCoding: 8 }],
    ['latin1', 'Hello é', { encoding: 'latin1', dataCoding: 3 }],
    ['latin1', 'Hello €', { encoding: 'ucs2', dataCoding: 8 }],
    ['latin1', 'Hello ç', { encoding: 'ucs2', dataCoding: 8 }],
    ['ascii', 'Hello {}', { encoding: 'ascii', dataCoding: 1 }],
    ['ascii', 'Hello é', { encoding: 'ucs2', dataCoding: 8 }],
    ['ucs2-only', 'Hello', { encoding: 'ucs2', dataCoding: 8 }],
  ] as const)('with the alphabet %s, for %j, is %j', (alphabet, text, coding) => {
    expect(codingOf(text, { alphabet })).toEqual(coding)
  })

  test('has another data_coding if that is set, in both directions', () => {
    const settings = { alphabet: 'latin1', dataCoding: 0 } as const
    expect(codingOf('é', settings)).toEqual({ encoding: 'latin1', dataCoding: 0 })
    expect(encodingOf(0, settings)).toBe('latin1')
    expect(codingOf('鐘', settings).dataCoding).toBe(8)
  })

  test.each([
    [0, 'gsm7'],
    [1, 'ascii'],
    [3, 'latin1'],
    [8, 'ucs2'],
    [0x18, 'ucs2'],
    [0x10, 'gsm7'],
    [0xf1, 'gsm7'],
    [4, 'latin1'],
    [0xf5, 'latin1'],
  ])('of an inbound text with data_coding %d is %s', (dataCoding, encoding) => {
    expect(encodingOf(dataCoding, { alphabet: 'gsm7' })).toBe(encoding)
  })

  test('UCS-2 has two octets for each unit, and reads an odd number of octets', () => {
    expect(encode('a鐘', 'ucs2')).toEqual(Uint8Array.of(0, 0x61, 0x94, 0x18))
    expect(decode(Uint8Array.of(0, 0x61, 0x94), 'ucs2')).toBe('a')
  })
})

describe('the parts of a text', () => {
  test('are as many as the core counts, and together the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { encoding } = codingOf(text, { alphabet: 'gsm7' })
        const parts = splitText(text, encoding)
        expect(parts.join('')).toBe(text)
        expect(parts).toHaveLength(measureText(text).wireParts)
      }),
      { numRuns: 1_000 },
    )
  })

  test('are also as many in Latin-1 and ASCII, which the SMSC converts to GSM 7', () => {
    fc.assert(
      fc.property(runsOf('x', '{', '@'), (text) => {
        const count = measureText(text).wireParts
        expect([splitText(text, 'latin1').length, splitText(text, 'ascii').length]).toEqual([count, count])
      }),
    )
  })

  test.each(['udh', 'sar', 'payload'] as const)('keep to the standard as %s, for any text and alphabet', (long) => {
    const alphabets = fc.constantFrom('gsm7', 'latin1', 'ascii', 'ucs2-only')
    fc.assert(
      fc.property(anyText, alphabets, (text, alphabet) => {
        const contents = contentsOf(text, { alphabet, long }, () => 300)!
        expect(contents.flatMap((content) => faultsOf(pduOf(content)))).toEqual([])
        const { encoding } = codingOf(text, { alphabet })
        expect(contents.map((content) => decode(messageOctets(pduOf(content)).octets, encoding)).join('')).toBe(text)
      }),
    )
  })

  test('as UDH have the reference, their number and their place in front', () => {
    const contents = contentsOf('x'.repeat(161), { alphabet: 'gsm7', long: 'udh' }, () => 0x1ff)!
    expect(contents.map(({ esmClass }) => esmClass)).toEqual([0x40, 0x40])
    expect(contents.map(({ shortMessage }) => [...shortMessage.subarray(0, 6)])).toEqual([
      [5, 0, 3, 0xff, 2, 1],
      [5, 0, 3, 0xff, 2, 2],
    ])
    expect(contents.map(({ shortMessage }) => shortMessage.length)).toEqual([159, 14])
  })

  test('as a payload are one message, which the SMSC splits', () => {
    const contents = contentsOf('x'.repeat(500), { alphabet: 'gsm7', long: 'payload' }, () => 0)!
    expect(contents).toHaveLength(1)
    expect(contents[0]!.tlvs[0]!.value).toHaveLength(500)
  })

  test('are not more than 255', () => {
    expect(contentsOf('x'.repeat(153 * 255), { alphabet: 'gsm7', long: 'udh' }, () => 0)).toHaveLength(255)
    expect(contentsOf('x'.repeat(153 * 255 + 1), { alphabet: 'gsm7', long: 'udh' }, () => 0)).toBeNull()
  })

  test('have consecutive references for one recipient', () => {
    const references = new PartReferences()
    const first = references.next('+1')
    references.next('+2')
    expect(references.next('+1')).toBe((first + 1) % 65_536)
  })
})

describe('a user data header', () => {
  test('is read as it is written', () => {
    const concatenation = { reference: 200, parts: 3, part: 2 }
    expect(readUserData(Uint8Array.of(...concatenationHeader(concatenation), 65, 66))).toEqual({
      concatenation,
      octets: Uint8Array.of(65, 66),
    })
  })

  test('may have a reference of two octets, and other elements before it', () => {
    const header = [11, 0x05, 4, 0x1f, 0x90, 0, 0, 0x08, 4, 1, 2, 2, 1]
    header[0] = header.length - 1
    expect(readUserData(Uint8Array.of(...header, 65))).toEqual({
      concatenation: { reference: 258, parts: 2, part: 1 },
      octets: Uint8Array.of(65),
    })
  })

  test.each([
    ['is longer than the message', [9, 0, 3, 1, 2, 1]],
    ['has a part 0', [5, 0, 3, 1, 2, 0]],
    ['has a part after the last', [5, 0, 3, 1, 2, 3]],
    ['has an element longer than itself', [3, 0, 9, 1]],
    ['is empty', [0]],
  ])('joins nothing if it %s', (_, octets) => {
    expect(readUserData(Uint8Array.from(octets)).concatenation).toBeNull()
  })

  test('of any octets is read', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (octets) => void readUserData(octets)))
  })
})

function pduOf(content: MessageContent) {
  return { ...{ command: 'submit_sm' as const, sequence: 1, status: 0 }, ...BLANK, ...content }
}
