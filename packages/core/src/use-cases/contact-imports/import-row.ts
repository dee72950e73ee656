import { columnNamed, optionsOfCell, type ContactColumn } from '../../model/contacts/contact-columns.js'
import { ADDRESS_FIELD_RULES, CONTACT_FIELD_RULES, type ContactPatch } from '../../model/contacts/contact-patch.js'
import type { Address } from '../../model/contacts/contact.js'
import type { CustomField } from '../../model/contacts/custom-field.js'
import { DomainError } from '../../values/errors.js'
import type { FieldRule } from '../../values/field-rule.js'
import { isPhoneNumber, type PhoneNumber } from '../../values/phone/phone-number.js'
import { foldCase, isStorable } from '../../values/text/text.js'

export type ImportedContact = { readonly phone: PhoneNumber; readonly patch: ContactPatch }
/**
 * Reads the cells of one line. Ignores empty cells. For an invalid cell, throws a DomainError that has the class of the
 * fault in its details.
 */
export type RowReader = (cells: readonly string[]) => ImportedContact

/** Throws when the header has a duplicate or unknown column, or lacks the column `phoneNumber`. */
export function rowReaderOf(header: readonly string[], fields: readonly CustomField[]): RowReader {
  const columns = header.map((name) => columnNamed(name, fields) ?? unknownColumn(name))
  const twice = columns.findIndex((column, i) => columns.indexOf(column) !== i)
  if (twice !== -1) throw badHeader(`contains the column ${JSON.stringify(header[twice])} more than once`)
  if (!columns.includes('phoneNumber')) throw badHeader('must contain the column phoneNumber')
  return columnReaderOf(columns, (cell) => (isPhoneNumber(cell) ? cell : null))
}

/** What a column of a file contains; null for a column that is ignored. */
export type FileColumn = ContactColumn | CustomField | null

/** Reads rows with these columns. `phoneIn` reads a phone number, and returns null for any other text. */
export function columnReaderOf(
  columns: readonly FileColumn[],
  phoneIn: (cell: string) => PhoneNumber | null,
): RowReader {
  const writers = columns.map((column) => column && writerOf(column, phoneIn))
  return (cells) => {
    if (cells.length !== columns.length)
      throw badCell('length', `The row and the header differ in length: ${cells.length} and ${columns.length} cells`)
    const draft: Draft = { patch: {} }
    for (let i = 0; i < writers.length; i++) {
      const cell = cells[i]!.trim()
      if (cell !== '') writers[i]?.(draft, cell)
    }
    const { phone = noPhone(), patch, custom } = draft
    return { phone, patch: custom === undefined ? patch : { ...patch, customFields: Object.fromEntries(custom) } }
  }
}

type Draft = {
  phone?: PhoneNumber
  readonly patch: Record<string, string | boolean | Record<string, string>> & { address?: Record<string, string> }
  /** By label. A Map, because a label can be any text, even `__proto__`. */
  custom?: Map<string, unknown>
}

type CellWriter = (draft: Draft, cell: string) => void

function writerOf(column: ContactColumn | CustomField, phoneIn: (cell: string) => PhoneNumber | null): CellWriter {
  if (typeof column === 'object') {
    return (draft, cell) => (draft.custom ??= new Map()).set(column.label, customValueOf(column, cell))
  }
  if (column === 'phoneNumber') return (draft, cell) => (draft.phone = phoneIn(cell) ?? badPhone())
  if (column === 'isFavorite')
    return (draft, cell) => (draft.patch['isFavorite'] = booleanOf({ name: column, key: column }, cell))
  if (column in CONTACT_FIELD_RULES) {
    const rule = CONTACT_FIELD_RULES[column as keyof typeof CONTACT_FIELD_RULES]
    return (draft, cell) => (draft.patch[column] = checked(column, cell, rule))
  }
  const rule = ADDRESS_FIELD_RULES[column as keyof Address]
  return (draft, cell) => ((draft.patch.address ??= {})[column] = checked(column, cell, rule))
}

/** Converts the text of a cell; the field's rules are checked later, as for every other value. */
function customValueOf({ type, label, key }: CustomField, cell: string): unknown {
  if (!isStorable(cell)) throw badCell(`${key}:invalid`, `${label} has characters that cannot be stored`)
  if (type === 'NUMBER') return NUMBER.test(cell) ? Number(cell) : cell
  if (type === 'BOOLEAN') return booleanOf({ name: label, key }, cell)
  return type === 'MULTI_SELECT' ? optionsOfCell(cell) : cell
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function booleanOf({ name, key }: { readonly name: string; readonly key: string }, cell: string): boolean {
  const folded = foldCase(cell)
  if (folded === 'true' || folded === 'false') return folded === 'true'
  throw badCell(`${key}:invalid`, `${name} must be true or false`)
}

function checked(column: string, cell: string, { holds, expected }: FieldRule): string {
  if (!isStorable(cell)) throw badCell(`${column}:invalid`, `${column} has characters that cannot be stored`)
  if (!holds(cell)) throw badCell(`${column}:invalid`, `${column} ${expected}`)
  return cell
}

function unknownColumn(name: string): never {
  throw badHeader(`contains ${JSON.stringify(name)}, which is neither a column nor a custom field`)
}

function noPhone(): never {
  throw badCell('phoneNumber:missing', 'phoneNumber is empty')
}

function badPhone(): never {
  throw badCell('phoneNumber:invalid', 'phoneNumber is not a phone number in E.164 form, such as +12025550123')
}

/** The message must not contain the cell, because the message is written to files and shown on screens. */
function badCell(faultClass: string, message: string): DomainError {
  return new DomainError('invalid-input', message, { class: faultClass })
}

function badHeader(message: string): DomainError {
  return new DomainError('invalid-input', `The header ${message}`, { fields: [{ field: 'header', message }] })
}
