export type TextEncoding = 'GSM-7' | 'UCS-2'

export type TextMeasure = {
  readonly encoding: TextEncoding
  /** The unit that the contract counts in: 160 characters of GSM-7, or 70 of any other text. */
  readonly segments: number
  /** The parts that carriers transmit: a text longer than one segment is split into parts of 153 or 67. */
  readonly wireParts: number
}

/** One character that GSM-7 lacks makes the whole text UCS-2. An empty text counts as one segment. */
export function measureText(text: string): TextMeasure {
  return measureBySeptets(text, septetsOf(text))
}

/**
 * The number of GSM-7 septets in a text; Infinity if GSM-7 cannot encode it. The septets of two texts add up to the
 * septets of the joined text.
 */
export function septetsOf(text: string): number {
  const first = text.length < LONG ? 0 : text.search(NOT_PLAIN)
  if (first < 0) return text.length
  let septets = first
  for (let i = first; i < text.length; i++) {
    const width = SEPTETS[text.charCodeAt(i)]!
    if (width === 0) return Infinity
    septets += width
  }
  return septets
}

/** The measure of a text whose septets are known. */
export function measureBySeptets(text: string, septets: number): TextMeasure {
  if (septets === Infinity) return measureUcs2(text)
  if (septets <= GSM_7.alone) return { encoding: 'GSM-7', segments: 1, wireParts: 1 }
  const wireParts = septets === text.length ? Math.ceil(septets / GSM_7.inParts) : countGsm7Parts(text)
  return { encoding: 'GSM-7', segments: Math.ceil(septets / GSM_7.alone), wireParts }
}

function measureUcs2(text: string): TextMeasure {
  const units = text.length
  const wireParts = units <= UCS_2.alone ? 1 : countUcs2Parts(text)
  return { encoding: 'UCS-2', segments: Math.ceil(units / UCS_2.alone), wireParts }
}

/**
 * Any character not matched here takes one septet. For a long text, a regular expression is twice as fast as a loop,
 * but it is slow to start.
 */
const NOT_PLAIN = /[^\n\r -Z_a-z]/
const LONG = 32

const GSM_7 = { alone: 160, inParts: 153 }
const UCS_2 = { alone: 70, inParts: 67 }

/** An escape stays in the same part as the character that it escapes. */
function countGsm7Parts(text: string): number {
  let parts = 1
  let used = 0
  for (let i = 0; i < text.length; i++) {
    const width = SEPTETS[text.charCodeAt(i)]!
    if (used + width > GSM_7.inParts) {
      parts++
      used = 0
    }
    used += width
  }
  return parts
}

/** The halves of a surrogate pair stay together. */
function countUcs2Parts(text: string): number {
  let parts = 0
  for (let start = 0; start < text.length; parts++) {
    start += UCS_2.inParts
    if (isInsidePair(text, start)) start--
  }
  return parts
}

function isInsidePair(text: string, position: number): boolean {
  return (text.codePointAt(position - 1) ?? 0) > 0xffff
}

/**
 * The characters of 3GPP TS 23.038, in its order. They include the capital `Ç` but no `ç`, and few accented letters.
 */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ' +
  ' !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each of these follows an escape, which also takes a septet. `\f` is the page break of GSM-7. */
const EXTENSION = '\f^{}\\[~]|€'

/** The septets of each UTF-16 unit; 0 when GSM-7 does not have the character. */
const SEPTETS = septetsByUnit()

function septetsByUnit(): Uint8Array {
  const septets = new Uint8Array(2 ** 16)
  for (const character of BASIC) septets[character.charCodeAt(0)] = 1
  for (const character of EXTENSION) septets[character.charCodeAt(0)] = 2
  return septets
}

/** A character of a text that GSM-7 does not have. `position` counts UTF-16 units from 0, as JavaScript does. */
export type OutsideGsm7 = { readonly position: number; readonly character: string }

/** The characters that make a text UCS-2, in their order: at most `limit`. */
export function outsideGsm7(text: string, limit: number): readonly OutsideGsm7[] {
  const found: OutsideGsm7[] = []
  for (let position = 0; position < text.length && found.length < limit;) {
    const character = String.fromCodePoint(text.codePointAt(position)!)
    if (character.length > 1 || SEPTETS[character.charCodeAt(0)] === 0) found.push({ position, character })
    position += character.length
  }
  return found
}
