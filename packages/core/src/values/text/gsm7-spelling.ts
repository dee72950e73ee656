import { septetsOf } from './text-segments.js'

/** What is next to a character, of which its spelling may depend. What cannot be seen is left out. */
export type Neighbours = {
  readonly before: string
  readonly after: string
  /** The same without white space. */
  readonly wordBefore: string
  readonly wordAfter: string
}

const NONE: Neighbours = { before: '', after: '', wordBefore: '', wordAfter: '' }

/** The GSM-7 text that means and looks the same as a character with its accents; null if there is none. */
export function gsm7SpellingOf(character: string, neighbours: Neighbours = NONE): string | null {
  const fraction = FRACTIONS.get(character)
  if (fraction !== undefined) return apart(fraction, neighbours)
  if (BULLETS.includes(character)) return bulletBetween(neighbours)
  return SPELLINGS.get(character) ?? withOneAccent(character)
}

/** Whether nothing replaces the character. */
export function isInvisible(character: string): boolean {
  return SPELLINGS.get(character) === ''
}

/** A space separates a fraction from what it is not part of: `2½` becomes `2 1/2`. Next to `⁄`, it is part of another. */
function apart(fraction: string, { before, after }: Neighbours): string | null {
  if (SLASH.test(before) || SLASH.test(after)) return null
  return `${WORD.test(before) ? ' ' : ''}${fraction}${DIGIT.test(after) ? ' ' : ''}`
}

/**
 * Between letters or digits, a dot is part of the word, and between numbers, a product; bullets side by side are a rating.
 * A hyphen without a space after it would be a minus.
 */
function bulletBetween({ before, after, wordBefore, wordAfter }: Neighbours): string | null {
  const isPartOfWord = WORD.test(before) && WORD.test(after)
  const isProduct = NUMBER.test(wordBefore) && NUMBER.test(wordAfter)
  if (isPartOfWord || isProduct || BULLETS.includes(before) || BULLETS.includes(after)) return null
  return after.trim() === '' ? '-' : '- '
}

const DIGIT = /^\d/
/** Digits and fractions. */
const NUMBER = /^\p{N}/u
const WORD = /^[\p{L}\p{N}]/u
const SLASH = /^[/⁄∕]/

/** The letter with one of its accents, if GSM-7 has that: `ǘ` becomes `ü`, and `ç` becomes `c`. */
function withOneAccent(character: string): string | null {
  if (character.length > LENGTH_MAX) return null
  const [letter = '', ...accents] = character.normalize('NFD')
  if (!LETTER.test(letter) || !accents.every((accent) => ACCENT.test(accent))) return null
  const candidates = [...accents.map((accent) => (letter + accent).normalize('NFC')), letter]
  return candidates.find((one) => septetsOf(one) !== Infinity) ?? null
}

/** Of a letter with its accents: no language has more. */
const LENGTH_MAX = 5
const LETTER = /^\p{L}$/u
/** Not lines through a letter, which strike it out, nor marks such as U+20E3, which turn a digit into an emoji. */
const ACCENT = /^[\u0300-\u0314\u031b\u0323-\u0331]$/

const BULLETS = [...'•‣⁃◦●○■▪·‧']

/** The characters of each spelling. Invisible characters are removed. */
const CHARACTERS_BY_SPELLING = {
  "'": '‘’‚‛ʹʻʼʽ′`´',
  '"': '“”„‟ʺ″',
  '<': '‹',
  '>': '›',
  '<<': '«',
  '>>': '»',
  '-': '‐‑‒–—―−',
  ' ': '\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
  '': '\u00ad\u200b\u2060\ufeff',
  '/': '⁄∕',
  '..': '‥',
  '...': '…',
  ff: 'ﬀ',
  fi: 'ﬁ',
  fl: 'ﬂ',
  ffi: 'ﬃ',
  ffl: 'ﬄ',
  st: 'ﬅﬆ',
  oe: 'œ',
  OE: 'Œ',
  ij: 'ĳ',
  IJ: 'Ĳ',
  ß: 'ẞ',
  "'n": 'ŉ',
  d: 'đ',
  D: 'Đ',
  h: 'ħ',
  H: 'Ħ',
  i: 'ı',
  l: 'ł',
  L: 'Ł',
  t: 'ŧ',
  T: 'Ŧ',
} as const

const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(CHARACTERS_BY_SPELLING).flatMap(([spelling, characters]) =>
    [...characters].map((character) => [character, spelling] as const),
  ),
)

const FRACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '¼': '1/4', '½': '1/2', '¾': '3/4', '⅓': '1/3', '⅔': '2/3', '⅕': '1/5', '⅖': '2/5', '⅗': '3/5', '⅘': '4/5' },
    ...{ '⅙': '1/6', '⅚': '5/6', '⅐': '1/7', '⅛': '1/8', '⅜': '3/8', '⅝': '5/8', '⅞': '7/8', '⅑': '1/9', '⅒': '1/10' },
  }),
)
