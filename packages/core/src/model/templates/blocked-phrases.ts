import { foldTexts, type FoldedTexts } from './folded-text.js'

export type FoundPhrase = { readonly phrase: string; readonly offset: number }

/** The first of the phrases that the text contains, as written or as seen. */
export function findPhrase({ written, seen }: FoldedTexts, phrases: readonly string[]): FoundPhrase | null {
  for (const [i, pattern] of patternsOf(phrases).entries()) {
    const phrase = phrases[i]!
    const at = indexOf(written.text, pattern.written)
    if (at >= 0) return { phrase, offset: written.offsetAt(at) }
    if (seen === written && pattern.seen === pattern.written) continue
    const seenAt = indexOf(seen.text, pattern.seen)
    if (seenAt >= 0) return { phrase, offset: seen.offsetAt(seenAt) }
  }
  return null
}

/** A phrase without separators, or the first word of a phrase, and a pattern for the whole phrase. */
type Pattern = { readonly start: string; readonly whole: RegExp | null }

type Patterns = { readonly written: Pattern; readonly seen: Pattern }

function indexOf(text: string, { start, whole }: Pattern): number {
  const at = start === '' ? -1 : text.indexOf(start)
  return at < 0 || whole === null ? at : text.search(whole)
}

/** The phrases of a list are folded only once, because a batch checks thousands of texts against the same list. */
const PATTERNS = new WeakMap<readonly string[], readonly Patterns[]>()

function patternsOf(phrases: readonly string[]): readonly Patterns[] {
  const known = PATTERNS.get(phrases)
  if (known !== undefined) return known
  const patterns = phrases.map((phrase) => {
    const folded = foldTexts(phrase)
    const written = patternOf(folded.written.text)
    return { written, seen: folded.seen === folded.written ? written : patternOf(folded.seen.text) }
  })
  PATTERNS.set(phrases, patterns)
  return patterns
}

/**
 * Separators between the words of a phrase are the same: `free-money` is `free money`. Separators at its start and end
 * are characters like any other: `.com` does not match `welcome`. Within a word they are not ignored: the text
 * `now.in stock` must not match `win`, and the list `a, b c` must not match `abc`.
 */
function patternOf(folded: string): Pattern {
  const phrase = folded.trim()
  const [, start = '', rest = ''] = FIRST_WORD.exec(phrase)!
  const words = rest.split(SEPARATORS)
  if (words.length === 1) return { start: phrase, whole: null }
  return { start, whole: new RegExp([start, ...words.slice(1)].map(escape).join(BETWEEN_WORDS), 'u') }
}

/** White space, dashes, dots, underscores, middle dots and slashes; white space has been folded to spaces. */
const SEPARATOR = String.raw`[ \p{Pd}\p{Pc}./\\·•‧∙⋅・−⁄∕]`
const SEPARATORS = new RegExp(`${SEPARATOR}+(?!${SEPARATOR}|$)`, 'u')
const FIRST_WORD = new RegExp(`^(${SEPARATOR}*(?:(?!${SEPARATOR}).)*)(.*)$`, 'su')
/** A dot before white space ends a sentence: `It is free. Money back` does not contain `free money`. */
const BETWEEN_WORDS = String.raw`(?!\.+ )${SEPARATOR}+`

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
