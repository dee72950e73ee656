import { measureText } from '@carillon/core'
import { decodeGsm7, encodeGsm7 } from './gsm7.js'

/** How texts are encoded that their alphabet can carry. Any other text is UCS-2. */
export type Alphabet = 'gsm7' | 'latin1' | 'ascii' | 'ucs2-only'

export type Encoding = 'gsm7' | 'latin1' | 'ascii' | 'ucs2'

export type Coding = { readonly encoding: Encoding; readonly dataCoding: number }

export type AlphabetSettings = {
  readonly alphabet: Alphabet
  /** The data_coding of texts in the alphabet, for an SMSC that expects another than SMPP has for it. */
  readonly dataCoding?: number | undefined
}

const DATA_CODINGS: Readonly<Record<Encoding, number>> = { gsm7: 0, ascii: 1, latin1: 3, ucs2: 8 }

/**
 * The coding of a whole text. A text that is UCS-2 by the measure of the core stays so in every alphabet: an SMSC
 * converts Latin-1 and ASCII to GSM 7, and would lose characters that only Latin-1 has.
 */
export function codingOf(text: string, { alphabet, dataCoding }: AlphabetSettings): Coding {
  const ucs2 = { encoding: 'ucs2', dataCoding: DATA_CODINGS.ucs2 } as const
  if (alphabet === 'ucs2-only' || measureText(text).encoding === 'UCS-2') return ucs2
  if (encode(text, alphabet) === null) return ucs2
  return { encoding: alphabet, dataCoding: dataCoding ?? DATA_CODINGS[alphabet] }
}

/** Null if the encoding lacks a character. */
export function encode(text: string, encoding: Encoding): Uint8Array | null {
  switch (encoding) {
    case 'gsm7':
      return encodeGsm7(text)
    case 'ascii':
      return ASCII.test(text) ? Uint8Array.from(Buffer.from(text, 'latin1')) : null
    case 'latin1':
      return LATIN_1.test(text) ? Uint8Array.from(Buffer.from(text, 'latin1')) : null
    case 'ucs2':
      return Uint8Array.from(Buffer.from(text, 'utf16le').swap16())
  }
}

// eslint-disable-next-line no-control-regex -- These are the characters of the alphabets.
const ASCII = /^[\u0000-\u007f]*$/
// eslint-disable-next-line no-control-regex -- These are the characters of the alphabets.
const LATIN_1 = /^[\u0000-\u00ff]*$/

/** Never fails: a text from a phone must not be lost because one octet is wrong. */
export function decode(octets: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case 'gsm7':
      return decodeGsm7(octets)
    case 'ascii':
    case 'latin1':
      return Buffer.from(octets).toString('latin1')
    case 'ucs2':
      return Buffer.from(octets.subarray(0, octets.length - (octets.length % 2)))
        .swap16()
        .toString('utf16le')
  }
}

/** The encoding of what an SMSC sends. Octets of an unknown coding are read as Latin-1, so that nothing is lost. */
export function encodingOf(dataCoding: number, settings: AlphabetSettings): Encoding {
  const { alphabet } = settings
  if (alphabet !== 'ucs2-only' && dataCoding === settings.dataCoding) return alphabet
  for (const [encoding, standard] of Object.entries(DATA_CODINGS)) {
    if (standard === dataCoding) return encoding as Encoding
  }
  // The codings of 3GPP TS 23.038 with a message class, which some SMSCs pass on.
  if (dataCoding >= 0x10 && dataCoding <= 0x3f) return CLASS_ENCODINGS[(dataCoding >> 2) & 3]!
  if (dataCoding >= 0xf0 && (dataCoding & 0x04) === 0) return 'gsm7'
  return 'latin1'
}

const CLASS_ENCODINGS: readonly Encoding[] = ['gsm7', 'latin1', 'ucs2', 'latin1']
