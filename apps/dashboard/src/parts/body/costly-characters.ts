import { outsideGsm7 } from '@carillon/core/text-segments'

/** A character that makes a text UCS-2, wherever it stands. */
export type CostlyCharacter = {
  readonly character: string
  readonly count: number
  /** Of the first one, in UTF-16 units. */
  readonly position: number
  /** What looks the same and costs nothing; null if there is no such character. */
  readonly plain: string | null
}

const CHARACTERS_MAX = 1_000

/** The different characters of a text that GSM-7 lacks, in the order of their first places. */
export function costlyCharacters(text: string): readonly CostlyCharacter[] {
  const found = new Map<string, CostlyCharacter>()
  for (const { character, position } of outsideGsm7(text, CHARACTERS_MAX)) {
    const known = found.get(character)
    found.set(
      character,
      known === undefined
        ? { character, position, count: 1, plain: PLAIN[character] ?? null }
        : { ...known, count: known.count + 1 },
    )
  }
  return [...found.values()]
}

/** The text with its typographic characters in the plain forms that GSM-7 has. */
export function plainText(text: string): string {
  return [...text].map((character) => PLAIN[character] ?? character).join('')
}

const PLAIN: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u2032': "'",
  '\u0060': "'",
  '\u00b4': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2033': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2026': '...',
  '\u2022': '-',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u200b': '',
  '\u00ad': '',
  '\ufeff': '',
  '\t': ' ',
}
