import { codePointsOf, quote } from './text/text.js'

/** A rule for the text of a field, and the message for a text that breaks it. */
export type FieldRule = {
  readonly holds: (text: string) => boolean
  readonly expected: string
  /** What a message says about the text. Absent if the text can be a secret or personal: then it is not repeated. */
  readonly got?: (text: string) => string
}

/** The message for a text that breaks the rule. */
export function ruleFault({ expected, got }: FieldRule, text: string): string {
  return got === undefined ? expected : `${expected}, got ${got(text)}`
}

/** The inclusive bounds of a number, of the length of a text, or of the length of a list. */
export type Range = { readonly min: number; readonly max: number }

/** Limits the length in characters as the contract counts them: Unicode code points. */
export function lengthOf({ min, max }: Range): FieldRule {
  return {
    holds: (text) => isWithin(codePointsOf(text), { min, max }),
    expected: min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`,
    got: (text) => String(codePointsOf(text)),
  }
}

export function oneOf(values: readonly string[]): FieldRule {
  return { holds: (text) => values.includes(text), expected: `must be one of ${values.join(', ')}`, got: quote }
}

/** The message for a field with an unknown name. */
export const UNKNOWN_FIELD = 'is not a known property'

export function isWithin(value: number, { min, max }: Range): boolean {
  return value >= min && value <= max
}

export function numberExpected({ min, max }: Range): string {
  return `must be a whole number from ${min} to ${max}`
}

export function entriesExpected({ min, max }: Range): string {
  return min === 0 ? `must have at most ${max} entries` : `must have ${min} to ${max} entries`
}
