import { DomainError } from '../errors.js'
import { isPhoneNumber, type PhoneNumber } from '../values/phone-number.js'
import { fold, isStorable } from '../values/text.js'
import type { Address } from './contact.js'
import { ADDRESS_FIELD_RULES, CONTACT_FIELD_RULES, type ContactPatch, type FieldRule } from './contact-patch.js'
import { visible, type CustomField } from './custom-field.js'

/** The columns of a contact file, as an export writes them; after them come the labels of the custom fields. */
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

/** Between the chosen options of a MULTI_SELECT in one cell. */
export const OPTION_SEPARATOR = '|'

export type ImportedContact = { readonly phone: PhoneNumber; readonly patch: ContactPatch }
/** Reads the cells of one line. An empty cell says nothing; a bad one throws a DomainError that names its column. */
export type RowReader = (cells: readonly string[]) => ImportedContact

/** Throws when the header names a column twice, one that is not known, or no phone number. */
export function rowReaderOf(header: readonly string[], fields: readonly CustomField[]): RowReader {
  const writers = header.map((name) => writerOf(name, fields))
  const twice = header.findIndex((name, i) => header.findIndex((other) => fold(other) === fold(name)) !== i)
  if (twice !== -1) throw badHeader(`names the column ${JSON.stringify(header[twice])} twice`)
  const phoneAt = header.findIndex((name) => fold(name) === 'phonenumber')
  if (phoneAt === -1) throw badHeader('has no column phoneNumber')

  return (cells) => {
    if (cells.length !== header.length) throw badCell(`The row has ${cells.length} cells, the header ${header.length}`)
    const draft: Draft = {}
    for (const [i, write] of writers.entries()) {
      const cell = cells[i]!.trim()
      if (cell !== '') write(draft, cell)
    }
    return { phone: draft.phone ?? noPhone(), patch: patchOf(draft) }
  }
}

type Draft = {
  phone?: PhoneNumber
  profile?: Record<string, string | boolean>
  address?: Record<string, string>
  /** By label, which can be anything: `__proto__` too. */
  custom?: Map<string, unknown>
}

type CellWriter = (draft: Draft, cell: string) => void

function writerOf(name: string, fields: readonly CustomField[]): CellWriter {
  const column = CONTACT_COLUMNS.find((candidate) => fold(candidate) === fold(name))
  if (column === 'phoneNumber') return writePhone
  if (column === 'isFavorite') return (draft, cell) => ((draft.profile ??= {})['isFavorite'] = booleanOf(column, cell))
  if (column !== undefined && column in CONTACT_FIELD_RULES) {
    const rule = CONTACT_FIELD_RULES[column as keyof typeof CONTACT_FIELD_RULES]
    return (draft, cell) => ((draft.profile ??= {})[column] = checked(column, cell, rule))
  }
  if (column !== undefined) {
    const rule = ADDRESS_FIELD_RULES[column as keyof Address]
    return (draft, cell) => ((draft.address ??= {})[column] = checked(column, cell, rule))
  }
  const field = visible(fields).find(({ label }) => fold(label) === fold(name))
  if (field === undefined) throw badHeader(`names ${JSON.stringify(name)}, which is no column and no custom field`)
  return (draft, cell) => (draft.custom ??= new Map()).set(field.label, customValueOf(field, cell))
}

function writePhone(draft: Draft, cell: string) {
  if (!isPhoneNumber(cell)) throw badCell('phoneNumber is not a phone number in E.164 form, such as +12025550123')
  draft.phone = cell
}

function patchOf({ profile, address, custom }: Draft): ContactPatch {
  return {
    ...profile,
    ...(address === undefined ? {} : { address }),
    ...(custom === undefined ? {} : { customFields: Object.fromEntries(custom) }),
  }
}

/** What the text of a cell stands for; whether the field admits it is decided where every value is. */
function customValueOf({ type, label }: CustomField, cell: string): unknown {
  if (!isStorable(cell)) throw badCell(`${label} has characters that cannot be stored`)
  if (type === 'NUMBER') return NUMBER.test(cell) ? Number(cell) : cell
  if (type === 'BOOLEAN') return booleanOf(label, cell)
  return type === 'MULTI_SELECT' ? cell.split(OPTION_SEPARATOR).map((option) => option.trim()) : cell
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function booleanOf(column: string, cell: string): boolean {
  const folded = fold(cell)
  if (folded === 'true' || folded === 'false') return folded === 'true'
  throw badCell(`${column} must be true or false`)
}

function checked(column: string, cell: string, { holds, expected }: FieldRule): string {
  if (!isStorable(cell)) throw badCell(`${column} has characters that cannot be stored`)
  if (!holds(cell)) throw badCell(`${column} ${expected}`)
  return cell
}

function noPhone(): never {
  throw badCell('phoneNumber is empty')
}

/** The cell itself is not repeated: the message ends up in files and on screens. */
function badCell(message: string): DomainError {
  return new DomainError('invalid-input', message)
}

function badHeader(message: string): DomainError {
  return new DomainError('invalid-input', `The header ${message}`, { fields: [{ field: 'header', message }] })
}
