export type Range = { readonly start: number; readonly end: number }

/**
 * The addresses of the web and of e-mail in a text, as readers and phones see them, and names that begin with `@` or `#`,
 * in their order. A host needs no scheme, and may have letters of any script; its last label has at least two letters, so
 * that `a.m.` is none. From a scheme on, and from an address with a port or a path on, everything up to the next white
 * space belongs to it, except punctuation at the end.
 */
export function addressesIn(text: string): readonly Range[] {
  const addresses: Range[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!SIGN.test(word)) continue
    for (const { start, end } of addressesInWord(word)) addresses.push({ start: index + start, end: index + end })
  }
  return addresses
}

/** The byte order mark is no white space. */
const WORD = /(?:[^\s]|\ufeff)+/gu
/** Every address has one of these. */
const SIGN = /[.@#]|:\/\//

function* addressesInWord(word: string): Generator<Range> {
  const schemeAt = SCHEME.exec(word)?.index ?? word.length
  for (const { 0: found, index, groups } of word.matchAll(CANDIDATE)) {
    if (index >= schemeAt) break
    const end = index + found.length
    if (groups?.['host'] !== undefined && !isHost(found)) continue
    if (groups?.['name'] === undefined && HAS_MORE.test(word.slice(end, end + 2)))
      return yield { start: index, end: endOf(word) }
    yield { start: index, end }
  }
  if (schemeAt < word.length) yield { start: schemeAt, end: endOf(word) }
}

const SCHEME = /(?<![a-z])[a-z]+:\/\//i

/**
 * An e-mail address with all characters before its at sign, labels with dots between them, or a name with at least one
 * letter. The lookbehinds let each begin in one place only, so that the time grows with the length.
 */
const CANDIDATE = new RegExp(
  [
    String.raw`(?<email>(?<![^\s<>()"“”„«»,;:!?…–—•])[-'’._+]*[\p{L}\p{M}\p{Nd}][^\s<>()"“”„«»,;:!?…–—•@]*@[\p{L}\p{M}\p{Nd}-]+(?:\.[\p{L}\p{M}\p{Nd}-]+)*)`,
    String.raw`(?<host>(?<![\p{L}\p{M}\p{Nd}-])[\p{L}\p{M}\p{Nd}-]+(?:\.[\p{L}\p{M}\p{Nd}-]+)+)`,
    String.raw`(?<name>(?<![\p{L}\p{M}\p{Nd}_])[@#][\p{M}\p{Nd}.]*[\p{L}_][\p{L}\p{M}\p{Nd}_]*)`,
  ].join('|'),
  'gu',
)

/** After a host or an e-mail address: a port, a path, a query or a fragment, also after the dot of the root. */
const HAS_MORE = /^\.?[/?#:]/

function isHost(labels: string): boolean {
  const all = labels.split('.')
  return TOP_LEVEL.test(all.at(-1)!) || (all.length === 4 && all.every((label) => /^\d{1,3}$/.test(label)))
}

const TOP_LEVEL = /^(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)$/iu

function endOf(word: string): number {
  let end = word.length
  while (end > 0 && AT_END.includes(word[end - 1]!)) end--
  return end
}

/** What may follow an address without belonging to it. */
const AT_END = `"'()‘’‚‛“”„‟«»‹›.,;:!?…–—•-`
