/**
 * The words of a text, for searching: without case, accents and punctuation. `José-María` has the words `jose` and
 * `maria`.
 */
export function searchWordsIn(text: string): readonly string[] {
  return foldedForSearch(text).match(WORD)?.map(shortened) ?? []
}

/** The text without case, accents, and surrounding white space. */
export function foldedForSearch(text: string): string {
  const plain = ASCII.test(text) ? text : text.normalize('NFKD').replace(MARKS, '')
  return plain.trim().toLowerCase()
}

// eslint-disable-next-line no-control-regex -- It asks for nothing but ASCII.
const ASCII = /^[\x00-\x7f]*$/
const MARKS = /\p{M}+/gu
const WORD = /[\p{L}\p{N}]+/gu

/** A longer word is cut, and so is a longer word that is searched for. */
const WORD_LENGTH_MAX = 40

function shortened(word: string): string {
  return word.length <= WORD_LENGTH_MAX ? word : [...word].slice(0, WORD_LENGTH_MAX).join('')
}

/**
 * A hash of 53 bits, for comparing values of any length by a short text. Two passes of 32 bits each, with the constants
 * of MurmurHash3; it does not need to resist attacks, since it only decides what a search finds.
 */
export function shortHashOf(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  const mixed = (a: number, b: number) =>
    Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & mixed(low, high)) + (mixed(high, low) >>> 0)).toString(36)
}
