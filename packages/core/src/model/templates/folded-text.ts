import { LOOK_ALIKE_LETTERS } from './look-alike-letters.js'

/** A text normalized for a comparison that ignores case, width, white space and invisible characters. */
export type FoldedText = {
  readonly text: string
  /** The position in the original, in code points, of the character that a code unit of `text` comes from. */
  readonly offsetAt: (unit: number) => number
}

/**
 * `written`: letters that differ only in case are the same. `seen`: in addition, a letter of another script is the same
 * as the letter that it looks like. Neither contains the other: as written, `ν` is the small `Ν`; as seen, it is a `v`,
 * and `Ν` is an `N`.
 */
type Reading = 'written' | 'seen'

/** The text as written and, if that differs, as seen. */
export type FoldedTexts = { readonly written: FoldedText; readonly seen: FoldedText }

export function foldTexts(original: string): FoldedTexts {
  const written = foldText(original, 'written')
  if (PLAIN.test(original) || !OTHER_LETTER.test(written.text)) return { written, seen: written }
  const seen = foldText(original, 'seen')
  return { written, seen: seen.text === written.text ? written : seen }
}

/** A letter that may look like a letter of another script. */
const OTHER_LETTER = /(?![A-Z])[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

/**
 * Normalizes case and width, collapses white space to single spaces, and drops invisible characters. Case is folded via
 * lower case, so that `ẞ`, `ß` and `SS` are the same, and so are `İ`, `I`, `i` and `ı`. Most texts are folded as a
 * whole; others are folded piece by piece. Offsets in the original are computed only on request.
 */
export function foldText(original: string, reading: Reading): FoldedText {
  const text = foldWhole(original, reading) ?? foldPieces(original, reading)
  return { text, offsetAt: (unit) => foldClusters(original, reading).offsetAt(unit) }
}

/** Null if normalization would change the text, because then only a part of it may change. */
function foldWhole(original: string, reading: Reading): string | null {
  if (PLAIN.test(original)) return foldBlanks(original.toUpperCase())
  if (INVISIBLE.test(original) || original.normalize('NFKC') !== original) return null
  const letters = reading === 'seen' ? replaceLookAlikes(original) : original
  return foldBlanks(foldCase(letters)).replace(IDEOGRAPHIC_STOPS, '.')
}

function foldPieces(original: string, reading: Reading): string {
  let text = ''
  for (const [piece] of original.matchAll(PIECE)) {
    const isPlain = PLAIN.test(piece)
    const folded = isPlain ? foldBlanks(piece.toUpperCase()) : foldCluster(piece, reading)
    const isAnotherBlank = text.endsWith(' ') && (isPlain ? folded.startsWith(' ') : folded === ' ')
    text += isAnotherBlank ? folded.slice(1) : folded
  }
  return text
}

/** The longest run of plain text, excluding a final letter that has an accent; otherwise one cluster. */
const PIECE = /[\t\n\r -~]+(?!\p{M})|\P{M}\p{M}*|\p{M}+/gsu
const PLAIN = /^[\t\n\r -~]+$/

function foldBlanks(text: string): string {
  return UNEVEN_BLANK.test(text) ? text.replace(BLANKS, ' ') : text
}

/** In most texts all white space is single spaces. */
const UNEVEN_BLANK = /[^\S ]| {2}/
/** A blank with an accent is not white space. */
const BLANKS = /\s+(?!\p{M})/gu

/** Gives the same result as `foldText`, but is slower, because it folds cluster by cluster. */
export function foldClusters(original: string, reading: Reading): FoldedText {
  let text = ''
  let offset = 0
  const offsets: number[] = []
  for (const [cluster] of original.matchAll(CLUSTER)) {
    const folded = foldCluster(cluster, reading)
    if (folded !== ' ' || !text.endsWith(' ')) {
      text += folded
      for (let i = 0; i < folded.length; i++) offsets.push(offset)
    }
    offset += cluster.length === 1 ? 1 : [...cluster].length
  }
  return { text, offsetAt: (unit) => offsets[unit]! }
}

/** A letter with the accents after it: the characters that normalization may combine, and no others. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gsu
const ASCII = /^[!-~]$/
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu')
/** Browsers treat this character as a dot in a host name. */
const IDEOGRAPHIC_STOP = '。'
const IDEOGRAPHIC_STOPS = /。(?!\p{M})/gu

function foldCluster(cluster: string, reading: Reading): string {
  if (ASCII.test(cluster)) return cluster.toUpperCase()
  const visible = normalize(cluster.replace(ALL_INVISIBLE, ''), reading)
  if (visible !== '' && visible.trim() === '') return ' '
  if (visible === IDEOGRAPHIC_STOP) return '.'
  return foldCase(reading === 'seen' ? replaceLookAlikes(visible) : visible)
}

/** The lunate sigma `ϲ` looks like a `c`, and compatibility normalization replaces it with `ς`. */
function normalize(text: string, reading: Reading): string {
  return (reading === 'seen' ? replaceLookAlikes(text) : text).normalize('NFKC')
}

function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().replaceAll(DOTTED_I, 'I')
}

/** `İ` in lower case is an `i` with a separate dot. */
const DOTTED_I = 'I\u0307'

/** Replaces letters without their accents: the Cyrillic `ѐ` becomes `È`. */
function replaceLookAlikes(text: string): string {
  return text
    .normalize('NFD')
    .replace(LOOK_ALIKE, (letter) => TARGETS.get(letter)!)
    .normalize('NFC')
}

const TARGETS: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_ALIKE_LETTERS).flatMap(([target, letters]) => [...letters].map((letter) => [letter, target])),
)
const LOOK_ALIKE = new RegExp(`[${[...TARGETS.keys()].join('')}]`, 'gu')
