import { RE2JS } from 're2js'

/** A regular expression of an operator. It needs a time that grows only with the length of the text. */
export type Pattern = {
  /** The first group, or the whole match if the pattern has no group; null if it does not match. */
  find(text: string): string | null
}

const LENGTH_MAX = 500
/** Bounds the time for each character: with the longest text, it is about 80 ms on a usual server. */
const PROGRAM_SIZE_MAX = 500
/** Only the beginning of a longer text is searched. */
const TEXT_LENGTH_MAX = 8_192

export function compilePattern(source: string): Pattern {
  const compiled = RE2JS.compile(source)
  const group = compiled.groupCount() === 0 ? 0 : 1
  return {
    find(text) {
      const matcher = compiled.matcher(text.slice(0, TEXT_LENGTH_MAX))
      return matcher.find() ? (matcher.group(group) ?? '') : null
    },
  }
}

/** Why a pattern cannot be used; null if it can. Look-arounds and back-references need backtracking. */
export function patternFaultOf(source: string): string | null {
  if (source === '' || source.length > LENGTH_MAX) return `expected 1 to ${LENGTH_MAX} characters`
  try {
    if (RE2JS.compile(source).programSize() > PROGRAM_SIZE_MAX) return 'expected a pattern with fewer repetitions'
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message.replace('error parsing regexp: ', '') : String(error)
    return `expected a regular expression of RE2, without look-arounds and back-references (${why})`
  }
}
