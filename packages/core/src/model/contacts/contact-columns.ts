import { foldCase } from '../../values/text/text.js'
import { visible, type CustomField } from './custom-field.js'

/** The columns of a contact file in the order of an export; the columns of custom fields follow. */
export const CONTACT_COLUMNS = [
  'phoneNumber',
  'firstName',
  'lastName',
  'email',
  'birthDate',
  'gender',
  'street',
  'city',
  'state',
  'postalCode',
  'country',
  'isFavorite',
] as const

export type ContactColumn = (typeof CONTACT_COLUMNS)[number]

/** The prefix for a custom field's label that would be ambiguous without it. The prefix is allowed before any label. */
const CUSTOM = 'custom:'

/** The contact column or custom field with this name. Undefined when neither has the name. */
export function columnNamed(name: string, fields: readonly CustomField[]): ContactColumn | CustomField | undefined {
  const labelled = (label: string) => visible(fields).find((field) => foldCase(field.label) === foldCase(label))
  const trimmed = name.trim()
  if (hasCustomPrefix(trimmed)) return labelled(trimmed.slice(CUSTOM.length))
  return contactColumn(trimmed) ?? labelled(trimmed)
}

/** The unambiguous column name of a custom field. */
export function columnOf({ label }: CustomField): string {
  return hasCustomPrefix(label) || contactColumn(label) !== undefined ? CUSTOM + label : label
}

function hasCustomPrefix(name: string): boolean {
  return foldCase(name.slice(0, CUSTOM.length)) === CUSTOM
}

function contactColumn(name: string): ContactColumn | undefined {
  return CONTACT_COLUMNS.find((column) => foldCase(column) === foldCase(name))
}

/**
 * Writes the chosen options of a MULTI_SELECT to one cell, separated by vertical bars. A backslash escapes bars and
 * backslashes inside an option.
 */
export function cellOfOptions(options: readonly string[]): string {
  return options.map((option) => option.replace(/[\\|]/g, '\\$&')).join('|')
}

/** Keeps a backslash that precedes neither a bar nor a backslash: it was probably not meant as an escape. */
export function optionsOfCell(cell: string): readonly string[] {
  let option = ''
  const options: string[] = []
  for (const [piece] of cell.matchAll(/\\[\\|]|[^\\|]+|[\\|]/g)) {
    if (piece === '|') {
      options.push(option)
      option = ''
    } else option += piece === '\\|' || piece === '\\\\' ? piece[1]! : piece
  }
  return [...options, option].map((text) => text.trim())
}
