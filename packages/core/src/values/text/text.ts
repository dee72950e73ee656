/** Lengths in the contract are counted in Unicode code points, so that an emoji is one character. */
export function codePointsOf(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++, count++) {
    if (isHighSurrogate(text.charCodeAt(i)) && isLowSurrogate(text.charCodeAt(i + 1))) i++
  }
  return count
}

/** How two names are compared where the contract ignores case and surrounding white space. */
export function foldCase(text: string): string {
  return text.trim().toLowerCase()
}

/** For a message: the text as it came, unless it is so long that it would bury the rest. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text)
}

const QUOTED_MAX = 40

/** Text that every store and every wire can carry: no NUL and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

const UNSTORABLE = /\0|\p{Surrogate}/u

/** The text with a replacement character for each that cannot be stored: for what comes in and must not be lost. */
export function toStorable(text: string): string {
  return text.replace(new RegExp(UNSTORABLE, 'gu'), '\ufffd')
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** What a visitor's browser called itself, as it is kept; null where it said nothing. */
export function storableAgent(agent: string | null): string | null {
  return agent ? toStorable(agent.slice(0, AGENT_LENGTH_MAX)) : null
}

export const AGENT_LENGTH_MAX = 300

/** Control characters other than LF, CR and TAB, halves of surrogate pairs, and noncharacters. */
const UNSENDABLE = /(?![\n\r\t])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u
const ALL_UNSENDABLE = new RegExp(UNSENDABLE, 'gu')

/** Where the first character stands that no text can carry, or -1. */
export function indexOfUnsendable(text: string): number {
  return text.search(UNSENDABLE)
}

/** Without what no text can carry: for a value, which nobody is there to answer for when it is filled in. */
export function toSendable(text: string): string {
  return text.replace(ALL_UNSENDABLE, '')
}
