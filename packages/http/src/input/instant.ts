import { INSTANT as INSTANT_IN_JSON, quote, type FieldRule } from '@carillon/core'

/** An instant in a query, where an unescaped `+` of its offset arrives as a space. */
export const INSTANT: FieldRule = {
  holds: (text) => INSTANT_IN_JSON.holds(withPlus(text)),
  expected: INSTANT_IN_JSON.expected,
  got: quote,
}

/** Parses a text that follows the `INSTANT` rule. */
export function instantOf(text: string): Date {
  return new Date(withPlus(text))
}

function withPlus(text: string): string {
  return text.replace(' ', '+')
}
