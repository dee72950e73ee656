import { addressesIn } from './addresses-in.js'
import { gsm7SpellingOf, isInvisible } from './gsm7-spelling.js'
import { measureText, septetsOf, type TextMeasure } from './text-segments.js'

/** What was written in place of a character, and how often. */
export type Replacement = { readonly character: string; readonly by: string; readonly count: number }

export type SmartSavings = {
  /** Segments of the original text minus those of this text. */
  readonly savedSegments: number
  /** In the order in which the characters first occur. */
  readonly replaced: readonly Replacement[]
}

export type SmartText = SmartSavings & { readonly text: string; readonly measure: TextMeasure }

/**
 * Replaces the characters that GSM-7 lacks. Returns null, and the text is sent unchanged, if it is already GSM-7, if a
 * character has no spelling, if an address of the web or of e-mail would change, or if the result is empty or has more
 * segments or wire parts.
 */
export function smartTextOf(original: string): SmartText | null {
  if (septetsOf(original) !== Infinity) return null
  const places = placesIn(original)
  if (!places.every(isReplaced)) return null
  const text = replacedIn(original, places)
  if (text === '' || !hasSameAddresses(original, text)) return null
  const before = measureText(original)
  const measure = measureText(text)
  if (measure.segments > before.segments || measure.wireParts > before.wireParts) return null
  return { text, measure, savedSegments: before.segments - measure.segments, replaced: counted(places) }
}

/** The text with every character in GSM-7 that has a spelling, as long as its addresses stay. */
export function plainTextOf(original: string): string {
  const addresses = addressesIn(original)
  const isPart = ({ index }: Place) => addresses.some(({ start, end }) => start <= index && index < end)
  const places = placesIn(original).filter((place) => !isPart(place))
  const text = replacedIn(original, places)
  return hasSameAddresses(original, text) ? text : original
}

/** A character that GSM-7 lacks. `by` is null if it stays. */
type Place = { readonly character: string; readonly index: number; readonly by: string | null }
type Replaced = Place & { readonly by: string }

function isReplaced(place: Place): place is Replaced {
  return place.by !== null
}

function placesIn(text: string): readonly Place[] {
  const clusters = Array.from(text.matchAll(CLUSTER), ({ 0: character, index }) => ({ character, index }))
  const characters = clusters.map(({ character }) => character)
  const before = nearestBefore(characters)
  const after = nearestBefore(characters.toReversed())
  return clusters.flatMap(({ character, index }, i) => {
    if (septetsOf(character) !== Infinity) return []
    const [one, other] = [before[i]!, after[clusters.length - 1 - i]!]
    const neighbours = { before: one.any, after: other.any, wordBefore: one.word, wordAfter: other.word }
    return [{ character, index, by: gsm7SpellingOf(character, neighbours) }]
  })
}

/** A character with the accents after it. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gsu

/** For each character, the nearest before it that can be seen, and the nearest that is no white space. */
function nearestBefore(characters: readonly string[]): readonly { readonly any: string; readonly word: string }[] {
  let any = ''
  let word = ''
  return characters.map((character) => {
    const nearest = { any, word }
    if (!isInvisible(character)) any = character
    if (!isInvisible(character) && character.trim() !== '') word = character
    return nearest
  })
}

function replacedIn(original: string, places: readonly Place[]): string {
  let text = ''
  let position = 0
  for (const { character, index, by } of places) {
    text += original.slice(position, index) + (by ?? character)
    position = index + character.length
  }
  return text + original.slice(position)
}

function hasSameAddresses(one: string, other: string): boolean {
  const addresses = (text: string) => addressesIn(text).map(({ start, end }) => text.slice(start, end))
  const [before, after] = [addresses(one), addresses(other)]
  return before.length === after.length && before.every((address, i) => address === after[i])
}

function counted(places: readonly Replaced[]): readonly Replacement[] {
  const replaced = new Map<string, Replacement>()
  for (const { character, by } of places) {
    const { count } = replaced.get(character + by) ?? { count: 0 }
    replaced.set(character + by, { character, by, count: count + 1 })
  }
  return [...replaced.values()]
}
