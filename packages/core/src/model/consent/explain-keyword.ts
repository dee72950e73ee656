import { exactKeywordOf, type Keyword } from './keyword.js'
import { resemblesStop } from './resembles-stop.js'
import { stopWordingOf } from './stop-wording.js'
import { clausesOf, textOf } from './words.js'

export type KeywordExplanation = {
  readonly keyword: Keyword | null
  /** The rule that decided, in words; null if no rule matches. */
  readonly matchedBy: string | null
  /** The words that the rules for STOP compare; a comma separates those that punctuation separates. */
  readonly normalized: string
  /** Whether the text is listed for the operator, because it may ask to opt out although it is no keyword. */
  readonly resemblesStop: boolean
}

/** What a text from a phone would do. */
export function explainKeyword(text: string): KeywordExplanation {
  const clauses = clausesOf(text)
  const normalized = clauses.map(({ words }) => textOf(words)).join(', ')
  const exact = exactKeywordOf(text)
  if (exact !== null) {
    return {
      keyword: exact,
      matchedBy: `The whole text is a keyword: "${normalized}"`,
      normalized,
      resemblesStop: false,
    }
  }
  const wording = stopWordingOf(clauses)
  if (wording === null) return { keyword: null, matchedBy: null, normalized, resemblesStop: resemblesStop(text) }
  const matchedBy = `${wording.group}: "${wording.words}"`
  return { keyword: 'stop', matchedBy, normalized, resemblesStop: false }
}
