/** A text as it is compared where spelling does not matter, and where each unit of it came from. */
export type FoldedText = {
  readonly text: string
  /** By unit of `text`: how many code points of the original stand before what it came from. */
  readonly offsets: readonly number[]
}

/**
 * In one case and one width, white space folded to single blanks, without marks that nobody sees. Case is folded by
 * way of lower case, so that `ẞ`, `ß` and `SS` are the same.
 */
export function foldText(original: string): FoldedText {
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
  return { text, offsets }
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
