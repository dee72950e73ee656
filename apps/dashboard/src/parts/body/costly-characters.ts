import { outsideGsm7 } from '@carillon/core/text-segments'

/** A character that makes a text UCS-2, wherever it stands. */
export type CostlyCharacter = {
  readonly character: string
  readonly count: number
  /** Of the first one, in UTF-16 units. */
  readonly position: number
}

const CHARACTERS_MAX = 1_000

/** The different characters of a text that GSM-7 lacks, in the order of their first places. */
export function costlyCharacters(text: string): readonly CostlyCharacter[] {
  const found = new Map<string, CostlyCharacter>()
  for (const { character, position } of outsideGsm7(text, CHARACTERS_MAX)) {
    const known = found.get(character)
    found.set(character, known === undefined ? { character, position, count: 1 } : { ...known, count: known.count + 1 })
  }
  return [...found.values()]
}
