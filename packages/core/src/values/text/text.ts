/** Lengths in the contract are counted in Unicode code points, so that an emoji is one character. */
export function codePointsOf(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++, count++) {
    if (isHighSurrogate(text.charCodeAt(i)) && isLowSurrogate(text.charCodeAt(i + 1))) i++
  }
  return count
}

/** Normalizes a name for comparisons in which the contract ignores case and surrounding white space. */
export function foldCase(text: string): string {
  return text.trim().toLowerCase()
}

/** Quotes a text in an error message, and truncates a long one so that the rest stays readable. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text)
}

const QUOTED_MAX = 40

/** Whether every store and protocol can carry the text: it has no NUL and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

const UNSTORABLE = /\0|\p{Surrogate}/u

/** Replaces each character that cannot be stored. For incoming text that must not be lost. */
export function toStorable(text: string): string {
  return text.replace(new RegExp(UNSTORABLE, 'gu'), '\ufffd')
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** The user agent of a visitor in storable form; null when the visitor sent none. */
export function storableAgent(agent: string | null): string | null {
  return agent ? toStorable(agent.slice(0, AGENT_LENGTH_MAX)) : null
}

export const AGENT_LENGTH_MAX = 300

/** Control characters other than LF, CR and TAB, halves of surrogate pairs, and noncharacters. */
const UNSENDABLE = /(?![\n\r\t])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u
const ALL_UNSENDABLE = new RegExp(UNSENDABLE, 'gu')

/** The index of the first character that a text message cannot carry, or -1. */
export function indexOfUnsendable(text: string): number {
  return text.search(UNSENDABLE)
}

/** Removes characters that a text message cannot carry. For merge values: at render time nobody can correct them. */
export function toSendable(text: string): string {
  return text.replace(ALL_UNSENDABLE, '')
}
