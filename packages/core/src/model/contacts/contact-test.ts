import type { GroupId } from '../../values/ids.js'
import type { CustomFieldKey } from './custom-field.js'
import type { Address } from './contact.js'

/**
 * A condition in the form that is executed: segments are replaced by their conditions, custom fields by what their type
 * allows, durations by instants and dates, and texts are folded. There are two executions with the same result: `passes`
 * for one contact, and a condition in SQL.
 */
export type ContactTest =
  | { readonly kind: 'all' | 'any'; readonly tests: readonly ContactTest[] }
  | { readonly kind: 'not'; readonly test: ContactTest }
  /** Whether the field has a value. */
  | { readonly kind: 'present'; readonly field: TextField | CodeField | DateField | NumberField }
  /** Whether the folded text compares so with any of the values. */
  | {
      readonly kind: 'text'
      readonly field: TextField
      readonly how: TextComparison
      readonly values: readonly string[]
    }
  /** Whether the text is one of the values. */
  | { readonly kind: 'code'; readonly field: CodeField; readonly values: readonly string[] }
  /** Whether any of the chosen options is one of the values. */
  | { readonly kind: 'options'; readonly field: CustomFieldKey; readonly values: readonly string[] }
  | { readonly kind: 'date'; readonly field: DateField; readonly is: Comparison; readonly value: string }
  /** Whether the date is on one of these days of any year, as `MM-DD`. */
  | { readonly kind: 'monthDay'; readonly field: DateField; readonly days: readonly string[] }
  | { readonly kind: 'number'; readonly field: NumberField; readonly is: Comparison; readonly value: number }
  | { readonly kind: 'numbers'; readonly field: NumberField; readonly values: readonly number[] }
  | { readonly kind: 'flag'; readonly field: 'isFavorite' | CustomFieldKey; readonly value: boolean }
  | { readonly kind: 'created'; readonly is: Comparison; readonly at: Date }
  /** Whether an active membership is in one of the groups, or in any, and was joined at such a time. */
  | { readonly kind: 'member'; readonly groups: readonly GroupId[] | null; readonly joined: readonly TimeComparison[] }
  /** Whether the last message has such a time; without `is`, whether there is any. */
  | { readonly kind: 'last'; readonly message: 'sent' | 'received'; readonly time: TimeComparison | null }
  /** Whether a person clicked the link in a message to the contact; the last time at `since` or later. */
  | { readonly kind: 'clicked'; readonly link: string; readonly since: Date | null }

export type TextField = 'firstName' | 'lastName' | 'email' | Exclude<keyof Address, 'street'> | CustomFieldKey
/** Texts that are compared as they are: dates, too. */
export type CodeField = 'gender' | 'tz' | DateField
export type DateField = 'birthDate' | CustomFieldKey
export type NumberField = CustomFieldKey
export type TextComparison = 'equal' | 'containing' | 'starting'
export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'
export type TimeComparison = { readonly is: Comparison; readonly at: Date }

export const EVERYBODY: ContactTest = { kind: 'all', tests: [] }
export const NOBODY: ContactTest = { kind: 'any', tests: [] }

export function negated(test: ContactTest): ContactTest {
  return { kind: 'not', test }
}
