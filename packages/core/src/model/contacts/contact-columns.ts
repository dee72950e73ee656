import { foldCase } from '../../values/text/text.js'
import { visible, type CustomField } from './custom-field.js'

/** The columns of a contact file, as an export writes them; after them come those of the custom fields. */
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

/** Before the label of a custom field that would mean something else without it; it may stand before any. */
const CUSTOM = 'custom:'

/** What a column of a file holds, by its name. Undefined when nothing has that name. */
export function columnNamed(name: string, fields: readonly CustomField[]): ContactColumn | CustomField | undefined {
  const labelled = (label: string) => visible(fields).find((field) => foldCase(field.label) === foldCase(label))
  const trimmed = name.trim()
  if (isMarked(trimmed)) return labelled(trimmed.slice(CUSTOM.length))
  return contactColumn(trimmed) ?? labelled(trimmed)
}

/** The name under which a column holds the field, and nothing else. */
export function columnOf({ label }: CustomField): string {
  return isMarked(label) || contactColumn(label) !== undefined ? CUSTOM + label : label
}

function isMarked(name: string): boolean {
  return foldCase(name.slice(0, CUSTOM.length)) === CUSTOM
}

function contactColumn(name: string): ContactColumn | undefined {
  return CONTACT_COLUMNS.find((column) => foldCase(column) === foldCase(name))
}

/**
 * The chosen options of a MULTI_SELECT in one cell, between vertical bars. A bar that belongs to an option, and a
 * backslash, have a backslash before them.
 */
export function cellOfOptions(options: readonly string[]): string {
  return options.map((option) => option.replace(/[\\|]/g, '\\$&')).join('|')
}

/** A backslash before anything else is one that somebody wrote without thinking of this, and stands for itself. */
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
