import { CUSTOM_FIELD_KEYS, type CustomFieldKey } from '../contacts/custom-field.js'
import { parseDateOffset, TODAY, type DateOffset } from './date-offset.js'

/** The names of single contact fields in a body. */
const CONTACT_VARIABLES = [
  'contact_first_name',
  'contact_last_name',
  'contact_email',
  'contact_phone_number',
  'contact_gender',
  'contact_date_of_birth',
  'contact_zip_code',
] as const
export type ContactVariable = (typeof CONTACT_VARIABLES)[number]

/** A placeholder that is filled in for each recipient. */
export type MergeTag = LinkTag | VariableTag

export type LinkTag = { readonly kind: 'link'; readonly link: string }

type VariableTag =
  | { readonly kind: 'contact'; readonly name: ContactVariable }
  | { readonly kind: 'customField'; readonly key: CustomFieldKey }
  | { readonly kind: 'date'; readonly offset: DateOffset }

/** A placeholder found in a text, from `start` (inclusive) to `end` (exclusive). */
export type Found<T> = { readonly start: number; readonly end: number; readonly what: T }

/** If false, nothing has to be filled in or read from a store. */
export function mayHaveTags(body: string): boolean {
  return body.includes('{{')
}

/** The arguments of `trackingLink`, in order; they may be unregistered. */
export function findLinks(body: string): readonly Found<string>[] {
  return findAll(body, LINK_TAG, ([, inDouble, inSingle]) => inDouble ?? inSingle!)
}

/** Variables, including `dateOffset`, which takes an argument. */
export function findVariables(text: string): readonly Found<VariableTag>[] {
  return findAll(text, VARIABLE_TAG, ([, name, inDouble, inSingle]) =>
    name === undefined
      ? { kind: 'date', offset: parseDateOffset(inDouble ?? inSingle!) }
      : variableNamed(name as VariableName),
  )
}

/** The names are case-sensitive, and white space is allowed just inside the braces. */
export const VARIABLE_NAMES = [...CONTACT_VARIABLES, ...CUSTOM_FIELD_KEYS, 'current_date'] as const
type VariableName = (typeof VARIABLE_NAMES)[number]

/**
 * Both patterns take linear time for any text: an unbounded repetition either cannot match an opening brace, or ends at
 * the next quote of the same kind. So each character is scanned from only a few starting points.
 */
const LINK_TAG = /\{\{\s*trackingLink\s+(?:"([^"]*)"|'([^']*)')\s*\}\}/g
const VARIABLE_TAG = new RegExp(
  String.raw`\{\{\s*(?:(${VARIABLE_NAMES.join('|')})|dateOffset\s+(?:"(\d{1,4}[dwmy])"|'(\d{1,4}[dwmy])'))\s*\}\}`,
  'g',
)

function findAll<T>(text: string, pattern: RegExp, whatOf: (match: RegExpExecArray) => T): readonly Found<T>[] {
  return Array.from(text.matchAll(pattern), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    what: whatOf(match),
  }))
}

function variableNamed(name: VariableName): VariableTag {
  if (name === 'current_date') return { kind: 'date', offset: TODAY }
  return isCustomFieldKey(name) ? { kind: 'customField', key: name } : { kind: 'contact', name }
}

function isCustomFieldKey(name: string): name is CustomFieldKey {
  return (CUSTOM_FIELD_KEYS as readonly string[]).includes(name)
}
