import { phraseTable, type PhraseTable } from './phrase-table.js'
import { AFTER, ASIDE, ASIDE_BEFORE, BEFORE, EMPHASIS, LISTS, REQUEST, STOP_FORMS } from './stop-forms.js'
import { keyOf, textOf, type Clause, type Word } from './words.js'

/** The group of `STOP_FORMS`, and the words that are in it. */
export type StopWording = { readonly group: string; readonly words: string }

const WORDS_MAX = 6

/**
 * How a text says stop; null if it does not. Every part between punctuation must be a way to say stop, with nothing but
 * courtesies around it, or an aside. The text has at most six words; a word that is repeated counts once.
 */
export function stopWordingOf(clauses: readonly Clause[]): StopWording | null {
  if (hasMoreWords(clauses)) return null
  let found: StopWording | null = null
  for (const { words, isQuestion } of withoutRepeats(clauses)) {
    if (isAside(words, { isBefore: found === null })) continue
    const wording = isQuestion && !isRequest(words) ? null : wordingOf(words)
    if (wording === null) return null
    found ??= wording
  }
  return found
}

function hasMoreWords(clauses: readonly Clause[]): boolean {
  const seen = new Set<string>()
  for (const { words } of clauses) {
    for (const word of words) {
      seen.add(word.key)
      if (seen.size > WORDS_MAX) return true
    }
  }
  return false
}

/** Each clause once, without words that repeat the word before them. */
function withoutRepeats(clauses: readonly Clause[]): readonly Clause[] {
  const distinct = new Map<string, Clause>()
  for (const { words: given, isQuestion } of clauses) {
    const words = given.filter(({ key }, i) => key !== given[i - 1]?.key)
    const sameClause = `${words.map(({ key }) => key).join(' ')}${isQuestion ? '?' : ''}`
    if (!distinct.has(sameClause)) distinct.set(sameClause, { words, isQuestion })
  }
  return [...distinct.values()]
}

function isRequest(words: readonly Word[]): boolean {
  return words.length === 1 || words.some(({ key }) => request.has(key))
}

function isAside(words: readonly Word[], { isBefore }: { isBefore: boolean }): boolean {
  const tables = isBefore ? [aside, asideBefore] : [aside]
  const reached = new Set([0])
  for (let at = 0; at < words.length; at++) {
    if (!reached.has(at)) continue
    if (emphasis.has(words[at]!.key)) reached.add(at + 1)
    for (const table of tables) for (const end of table.endsAt(words, at)) reached.add(end)
  }
  return reached.has(words.length)
}

function wordingOf(words: readonly Word[]): StopWording | null {
  return wordingOfAll(words) ?? wordingOfAll(words.filter(({ key }) => !emphasis.has(key)))
}

/** A way to say stop in a clause that consists of such ways, each with courtesies before and after it. */
function wordingOfAll(words: readonly Word[]): StopWording | null {
  const begun = new Set([0])
  const said = new Map<number, StopWording>()
  for (let at = 0; at < words.length; at++) {
    const before = said.get(at)
    if (before === undefined && !begun.has(at)) continue
    for (const end of opening.endsAt(words, at)) begun.add(end)
    for (const { group, table } of forms) {
      for (const end of table.endsAt(words, at)) said.set(end, before ?? { group, words: textOf(words.slice(at, end)) })
    }
    if (before !== undefined) for (const end of closing.endsAt(words, at)) said.set(end, said.get(end) ?? before)
  }
  return said.get(words.length) ?? null
}

const forms = Object.entries(STOP_FORMS).map(([group, phrases]): { group: string; table: PhraseTable } => {
  return { group, table: phraseTable(phrases, LISTS) }
})
const opening = phraseTable(BEFORE)
const closing = phraseTable(AFTER)
const aside = phraseTable(ASIDE)
const asideBefore = phraseTable(ASIDE_BEFORE)
const emphasis = wordSet(EMPHASIS)
const request = wordSet(REQUEST)

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(', ').map(keyOf))
}
