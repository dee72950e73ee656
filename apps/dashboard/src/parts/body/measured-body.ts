import { measureText, septetsOf, type TextEncoding } from '@carillon/core/text-segments'

export type MeasuredBody = {
  readonly encoding: TextEncoding
  readonly segments: number
  readonly characters: number
  /** How many characters fit into the present number of segments. */
  readonly charactersMax: number
  /** The first character that GSM-7 lacks: it makes the whole text UCS-2, and more than twice as long. */
  readonly costly: { readonly character: string; readonly name: string; readonly index: number } | null
}

/** What the server will count for this text, as long as it has no merge tags. */
export function measuredBody(text: string): MeasuredBody {
  const { encoding, segments } = measureText(text)
  const isGsm = encoding === 'GSM-7'
  return {
    encoding,
    segments,
    characters: isGsm ? septetsOf(text) : text.length,
    charactersMax: segments * (isGsm ? 160 : 70),
    costly: isGsm ? null : costlyIn(text),
  }
}

function costlyIn(text: string): MeasuredBody['costly'] {
  let index = 0
  for (const character of text) {
    if (septetsOf(character) === Infinity) return { character, name: nameOf(character), index }
    index += character.length
  }
  return null
}

/** Some characters look like others, or like nothing: for those the code point says which one it is. */
function nameOf(character: string): string {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  const name = NAMES[character]
  return name === undefined ? code : `${name}, ${code}`
}

const NAMES: Readonly<Record<string, string>> = {
  '\u2018': 'curly quotation mark',
  '\u2019': 'curly apostrophe',
  '\u201c': 'curly quotation mark',
  '\u201d': 'curly quotation mark',
  '\u2013': 'long dash',
  '\u2014': 'long dash',
  '\u2026': 'ellipsis in one character',
  '\u00a0': 'space that does not break',
  '\u202f': 'narrow space',
  '\u200b': 'invisible space',
  '\u200d': 'invisible joiner',
  '\ufe0f': 'invisible emoji selector',
  '\t': 'tab',
}
