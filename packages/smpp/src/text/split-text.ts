import type { Encoding } from './alphabets.js'
import { encodeGsm7 } from './gsm7.js'

type Limits = { readonly alone: number; readonly inParts: number }

const SEPTETS: Limits = { alone: 160, inParts: 153 }
const UTF_16_UNITS: Limits = { alone: 70, inParts: 67 }

/**
 * The texts of the parts, as many as the core counts as `wireParts` when the text has its natural encoding. Neither an
 * escape and its character nor the halves of a surrogate pair are separated. ASCII and Latin-1 are split as GSM 7,
 * because the SMSC converts them to it.
 */
export function splitText(text: string, encoding: Encoding): readonly string[] {
  const { limits, widthOf } =
    encoding === 'ucs2' ? { limits: UTF_16_UNITS, widthOf: unitsOf } : { limits: SEPTETS, widthOf: septetsOf }
  const parts: string[] = []
  let start = 0
  let at = 0
  let used = 0
  let total = 0
  for (const character of text) {
    const width = widthOf(character)
    if (used + width > limits.inParts) {
      parts.push(text.slice(start, at))
      start = at
      used = 0
    }
    used += width
    total += width
    at += character.length
  }
  return total <= limits.alone ? [text] : [...parts, text.slice(start)]
}

function unitsOf(character: string): number {
  return character.length
}

function septetsOf(character: string): number {
  return encodeGsm7(character)?.length ?? 1
}
