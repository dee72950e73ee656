import { CONTACT_COLUMNS, type ContactColumn } from '../../model/contacts/contact-columns.js'
import { visible, type CustomField } from '../../model/contacts/custom-field.js'
import type { ContactImport, ImportMapping } from '../../model/contact-imports/contact-import.js'
import { invalidInput, refuseFaults, type FieldError } from '../../values/errors.js'
import { enteredNumber } from '../../values/phone/entered-number.js'
import { columnReaderOf, type FileColumn, type RowReader } from './import-row.js'

const CALLING_CODE = /^[1-9]\d{0,2}$/

/** Refuses a mapping that does not fit the file, or that names what the account does not have. */
export function checkMapping(
  { file }: Pick<ContactImport, 'file'>,
  { columns, callingCode }: ImportMapping,
  fields: readonly CustomField[],
): void {
  const faults: FieldError[] = []
  const count = file.columns.length
  if (columns.length !== count) {
    faults.push({ field: 'columns', message: `must have ${count} entries, one for each column of the file` })
  }
  for (const [i, target] of columns.entries()) {
    const field = `columns[${i}]`
    if (target === null) continue
    if (columnFor(target, fields) === undefined) faults.push({ field, message: UNKNOWN })
    else if (columns.indexOf(target) < i) faults.push({ field, message: `is the target of another column: ${target}` })
  }
  if (callingCode !== null && !CALLING_CODE.test(callingCode)) {
    faults.push({ field: 'callingCode', message: 'must be a calling code without a plus, such as 1' })
  }
  refuseFaults(faults)
}

const UNKNOWN = `must be null, ${CONTACT_COLUMNS.join(', ')}, or the key of a custom field`

/** Refuses to run an import whose rows have no phone numbers, or whose mapping does not fit the account any more. */
export function checkRunnable(imported: Pick<ContactImport, 'file' | 'mapping'>, fields: readonly CustomField[]): void {
  const { mapping } = imported
  checkMapping(imported, mapping, fields)
  if (!mapping.columns.includes('phoneNumber'))
    throw invalidInput('columns', 'must have one with the target phoneNumber')
}

/** Reads the rows of a file by its mapping. Ignores the columns of custom fields that no longer exist. */
export function mappedReader({ mapping }: Pick<ContactImport, 'mapping'>, fields: readonly CustomField[]): RowReader {
  const { columns, callingCode } = mapping
  const resolved: readonly FileColumn[] = columns.map((target) =>
    target === null ? null : (columnFor(target, fields) ?? null),
  )
  return columnReaderOf(resolved, (cell) => enteredNumber(cell, callingCode))
}

function columnFor(target: string, fields: readonly CustomField[]): ContactColumn | CustomField | undefined {
  return CONTACT_COLUMNS.find((column) => column === target) ?? visible(fields).find(({ key }) => key === target)
}
