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
