/** A text normalized for a comparison that ignores case, width and white space. */
export type FoldedText = {
  readonly text: string
  /** The position in the original, in code points, of the character that a code unit of `text` comes from. */
  readonly offsetAt: (unit: number) => number
}

/**
 * Normalizes case and width, collapses white space to single spaces, and drops invisible marks. Case is folded via
 * lower case, so that `ẞ`, `ß` and `SS` are the same. A run of plain text is folded in one step, because most texts are
 * plain. Offsets in the original are computed only on request.
 */
export function foldText(original: string): FoldedText {
  let text = ''
  for (const [piece] of original.matchAll(PIECE)) {
    const isPlain = PLAIN.test(piece)
    const folded = isPlain ? piece.toUpperCase().replace(BLANKS, ' ') : foldCluster(piece)
    const isAnotherBlank = text.endsWith(' ') && (isPlain ? folded.startsWith(' ') : folded === ' ')
    text += isAnotherBlank ? folded.slice(1) : folded
  }
  return { text, offsetAt: (unit) => foldClusters(original).offsetAt(unit) }
}

/** The longest run of plain text, excluding a final letter that has an accent; otherwise one cluster. */
const PIECE = /[\t\n\r -~]+(?!\p{M})|\P{M}\p{M}*|\p{M}+/gsu
const PLAIN = /^[\t\n\r -~]+$/
const BLANKS = /[\t\n\r ]+/g

/** Gives the same result as `foldText`, but is slower, because it folds cluster by cluster. */
export function foldClusters(original: string): FoldedText {
  let text = ''
  let offset = 0
  const offsets: number[] = []
  for (const [cluster] of original.matchAll(CLUSTER)) {
    const folded = foldCluster(cluster)
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
const INVISIBLE = /\p{Cf}/gu
/** Browsers treat this character as a dot in a host name. */
const IDEOGRAPHIC_STOP = '。'

function foldCluster(cluster: string): string {
  if (ASCII.test(cluster)) return cluster.toUpperCase()
  const visible = cluster.normalize('NFKC').replace(INVISIBLE, '')
  if (visible !== '' && visible.trim() === '') return ' '
  return visible === IDEOGRAPHIC_STOP ? '.' : visible.toLowerCase().toUpperCase()
}
