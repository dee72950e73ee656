/** A word in lower case, and the key that is compared: the word without doubled letters. */
export type Word = { readonly text: string; readonly key: string }

/** The words between two punctuation marks. */
export type Clause = { readonly words: readonly Word[]; readonly isQuestion: boolean }

/**
 * The words of a text as people mean them: in lower case, without accents, apostrophes, emoji and invisible characters.
 * Hyphens within words remain. Takes linear time: combining marks are removed before the text is normalized, because
 * sorting a long run of them takes quadratic time.
 */
export function clausesOf(text: string): readonly Clause[] {
  const clauses: Clause[] = []
  let words: Word[] = []
  for (const [token] of plainText(text).matchAll(TOKEN)) {
    if (WORD_START.test(token)) {
      words.push({ text: token, key: keyOf(token) })
      continue
    }
    if (words.length > 0) clauses.push({ words, isQuestion: token.includes('?') })
    words = []
  }
  if (words.length > 0) clauses.push({ words, isQuestion: false })
  return clauses
}

export function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

export function withoutEmoji(text: string): string {
  return text.replace(EMOJI, ' ').replace(EMOJI_PART, '')
}

/** People who insist repeat letters, and people in a hurry double the wrong ones. */
export function keyOf(word: string): string {
  return word.replace(DOUBLED, '$1')
}

export const MARK = /\p{M}/gu
/** Direction marks and other invisible characters that phones insert. */
export const INVISIBLE = /\p{Cf}/gu
const DASH = /\p{Pd}/gu

function plainText(text: string): string {
  return text
    .replace(EMOJI, ' ')
    .replace(MARK, '')
    .replace(INVISIBLE, '')
    .replace(APOSTROPHE, '')
    .replace(QUOTE, ' ')
    .normalize('NFKD')
    .replace(MARK, '')
    .replace(DASH, '-')
    .toLowerCase()
}

const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu
/** Variation selectors, the keycap and the joiner of two emoji. */
const EMOJI_PART = /[\ufe0e\ufe0f\u20e3\u200d]/gu
const APOSTROPHE = /['’‘ʼ`´′]/g
const QUOTE = /["“”„«»]/g
/** A word, or a run of punctuation. */
const TOKEN = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]+/gu
const WORD_START = /^[\p{L}\p{N}]/u
const DOUBLED = /(\p{L})\1+/gu
