import { stopWordingOf } from './stop-wording.js'
import { clausesOf, INVISIBLE, MARK, withoutEmoji } from './words.js'

/** The keywords that change or request something. Every other text is only a message. */
export type Keyword = 'stop' | 'yes' | 'help' | 'start'

/** STOP may be said in many ways. The other keywords must be the whole text: YES and START are consent. */
export function keywordOf(body: string): Keyword | null {
  return exactKeywordOf(body) ?? (stopWordingOf(clausesOf(body)) === null ? null : 'stop')
}

/** Case, full-width characters and surrounding punctuation do not matter, nor do emoji for HELP. */
export function exactKeywordOf(body: string): Exclude<Keyword, 'stop'> | null {
  const exact = EXACT.get(wholeWord(body))
  if (exact !== undefined) return exact
  return EXACT.get(wholeWord(withoutEmoji(body))) === 'help' ? 'help' : null
}

const EXACT: ReadonlyMap<string, Exclude<Keyword, 'stop'>> = new Map([
  ['YES', 'yes'],
  ['Y', 'yes'],
  ['HELP', 'help'],
  ['INFO', 'help'],
  ['START', 'start'],
  ['UNSTOP', 'start'],
  ['JOIN', 'start'],
])

/** A text with combining marks is no keyword: normalizing a long run of marks would take quadratic time. */
function wholeWord(body: string): string {
  const visible = body.replace(INVISIBLE, '')
  if (visible.search(MARK) !== -1) return ''
  return withoutSurroundings(visible.normalize('NFKC')).toUpperCase()
}

/** All characters that keyboards offer as punctuation, `<` and `~` included, but no emoji. */
const SURROUNDING = /[\s\p{P}$+<=>^`|~]/u

/** Trims character by character from both ends: a regex anchored at the end would try every run of punctuation. */
function withoutSurroundings(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SURROUNDING.test(text[start]!)) start++
  while (start < end && SURROUNDING.test(text[end - 1]!)) end--
  return text.slice(start, end)
}
