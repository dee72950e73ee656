/** A text as it is compared where spelling does not matter. */
export type FoldedText = {
  readonly text: string
  /** How many code points of the original stand before what a unit of `text` came from. */
  readonly offsetAt: (unit: number) => number
}

/**
 * In one case and one width, white space folded to single blanks, without marks that nobody sees. Case is folded by
 * way of lower case, so that `ẞ`, `ß` and `SS` are the same. Texts are mostly plain, and folded a piece at a time; what
 * came from where is looked for only when it is asked.
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

/** As much plain text as there is, but for a letter with an accent behind it; else a cluster. */
const PIECE = /[\t\n\r -~]+(?!\p{M})|\P{M}\p{M}*|\p{M}+/gsu
const PLAIN = /^[\t\n\r -~]+$/
const BLANKS = /[\t\n\r ]+/g

/** The same cluster by cluster, which takes its time. */
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

/** A letter with the accents that stand after it: what normalization may join, and nothing beyond. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gsu
const ASCII = /^[!-~]$/
const INVISIBLE = /\p{Cf}/gu
/** Browsers read it as the dot of a host. */
const IDEOGRAPHIC_STOP = '。'

function foldCluster(cluster: string): string {
  if (ASCII.test(cluster)) return cluster.toUpperCase()
  const visible = cluster.normalize('NFKC').replace(INVISIBLE, '')
  if (visible !== '' && visible.trim() === '') return ' '
  return visible === IDEOGRAPHIC_STOP ? '.' : visible.toLowerCase().toUpperCase()
}
