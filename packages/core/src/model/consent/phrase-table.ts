import { keyOf, type Word } from './words.js'

/** Finds the phrases of one table in a list of words. */
export type PhraseTable = {
  /** The positions where a phrase that begins at `start` can end, exclusive. */
  endsAt(words: readonly Word[], start: number): readonly number[]
}

type Lists = Readonly<Record<string, string>>

/**
 * Compiles phrases that are separated by commas. A word in capitals stands for any phrase of its list, and a word with
 * `?` is optional.
 */
export function phraseTable(phrases: string, lists: Lists = {}): PhraseTable {
  const byFirstWord = new Map<string, Step[][]>()
  for (const phrase of itemsOf(phrases)) {
    const steps = phrase.split(/\s+/).map((word) => stepOf(word, lists))
    for (const first of firstWordsOf(steps)) byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), steps])
  }
  return {
    endsAt(words, start) {
      const ends = new Set<number>()
      for (const steps of byFirstWord.get(words[start]?.key ?? '') ?? []) addEnds(ends, steps, words, start)
      return [...ends]
    },
  }
}

/** One place of a phrase: any of these lists of words. */
type Step = { readonly choices: readonly (readonly string[])[]; readonly isOptional: boolean }

function stepOf(word: string, lists: Lists): Step {
  const [name, isOptional] = word.endsWith('?') ? [word.slice(0, -1), true] : [word, false]
  const isList = name !== name.toLowerCase()
  const choices = isList ? listOf(name, lists) : [name]
  return { choices: choices.map((choice) => choice.split(/\s+/).map(keyOf)), isOptional }
}

function listOf(name: string, lists: Lists): readonly string[] {
  const list = lists[name]
  if (list === undefined) throw new Error(`No list of phrases has the name ${name}`)
  return itemsOf(list)
}

function itemsOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function firstWordsOf(steps: readonly Step[]): ReadonlySet<string> {
  const until = steps.findIndex(({ isOptional }) => !isOptional)
  return new Set(steps.slice(0, until + 1).flatMap(({ choices }) => choices.map(([first]) => first!)))
}

/** Every step can end at a few positions, and a phrase has a few steps, so the time does not depend on the text. */
function addEnds(ends: Set<number>, steps: readonly Step[], words: readonly Word[], start: number) {
  let reached: ReadonlySet<number> = new Set([start])
  for (const { choices, isOptional } of steps) {
    const next = new Set(isOptional ? reached : [])
    for (const at of reached) {
      for (const choice of choices) {
        if (choice.every((word, i) => words[at + i]?.key === word)) next.add(at + choice.length)
      }
    }
    if (next.size === 0) return
    reached = next
  }
  for (const end of reached) ends.add(end)
}
