import { CUSTOM_FIELD_KEYS, type CustomFieldKey } from '../contacts/custom-field.js'
import { parseDateOffset, TODAY, type DateOffset } from './date-offset.js'

/** What one contact field is called in a body. */
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

/** A placeholder as it stands in a text: from `start` to `end`, which is not part of it. */
export type Found<T> = { readonly start: number; readonly end: number; readonly what: T }

/** Where not, there is nothing to fill in, and nothing to ask anybody for. */
export function mayHaveTags(body: string): boolean {
  return body.includes('{{')
}

/** The arguments of `trackingLink`, in order. Whether anything is registered under them is not known here. */
export function findLinks(body: string): readonly Found<string>[] {
  return findAll(body, LINK_TAG, ([, inDouble, inSingle]) => inDouble ?? inSingle!)
}

/** Variables, and `dateOffset`, which is one with an argument. */
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
 * Both take time in proportion to the text, whatever it says: what is repeated without bound either cannot run into the
 * next opening brace, or ends at the next quote of its kind. So no character is looked at from more than a few starts.
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
