import type { Account } from '../../model/accounts/account.js'
import { hasFile, type ContactImport } from '../../model/contact-imports/contact-import.js'
import type { ImportRow, RejectedRow } from '../../model/contact-imports/import-rows.js'
import { applyPatch } from '../../model/contacts/contact-patch.js'
import { blankContact, type Contact } from '../../model/contacts/contact.js'
import { customValuesByLabel, type CustomField, type CustomValue } from '../../model/contacts/custom-field.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { ContactId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { mappedReader } from './import-mapping.js'
import { faultOf } from './import-step.js'
import type { ImportedContact } from './import-row.js'
import { requireImport, withName, type ImportInput, type ImportWithName } from './read-imports.js'

/** An import with its first rows as they would be. */
export type ImportView = ImportWithName & { readonly preview: readonly PreviewedRow[] }

/** A row of the file: the contact after it, or what is wrong. */
export type PreviewedRow = {
  readonly line: number
  /** Null if the line is not a record. */
  readonly cells: readonly string[] | null
  readonly contact: PreviewedContact | null
  readonly fault: Pick<RejectedRow, 'class' | 'reason'> | null
}

export type PreviewedContact = Pick<
  Contact,
  'phone' | 'firstName' | 'lastName' | 'email' | 'birthDate' | 'gender' | 'address' | 'isFavorite'
> & {
  readonly customFields: Readonly<Record<string, CustomValue>>
  /** Whether the contact does not exist yet. */
  readonly isNew: boolean
}

const PREVIEWED_ROWS = 20

export class ReadImport {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(input: ImportInput): Promise<ImportView> {
    return this.deps.unitOfWork.run(async (stores) => viewOf(stores, input.account, await requireImport(stores, input)))
  }
}

/** The preview is empty once the rows of the file are deleted. */
export async function viewOf(stores: Stores, account: Account, imported: ContactImport): Promise<ImportView> {
  const named = await withName(stores, imported)
  const rows = hasFile(imported) ? await stores.contactImports.rows(imported, 0) : null
  if (rows === null) return { ...named, preview: [] }
  const fields = await stores.customFields.of(account.id)
  const read = mappedReader(imported, fields)
  const tried = rows.slice(0, PREVIEWED_ROWS).map((row) => tryRow(row, read, fields))
  const phones = new Set(tried.flatMap(({ found }) => found?.phone ?? []))
  const known = await stores.contacts.findAll(account.id, [...phones])
  return { ...named, preview: tried.map((one) => previewed(one, { imported, account, fields, known })) }
}

type Tried = {
  readonly row: ImportRow
  readonly found: ImportedContact | null
  readonly fault: Pick<RejectedRow, 'class' | 'reason'> | null
}

function tryRow(
  row: ImportRow,
  read: (cells: readonly string[]) => ImportedContact,
  fields: readonly CustomField[],
): Tried {
  let found: ImportedContact | null = null
  const fault = faultOf(row, fields, (cells) => (found = read(cells)))
  return { row, found, fault }
}

type Context = {
  readonly imported: ContactImport
  readonly account: Account
  readonly fields: readonly CustomField[]
  readonly known: ReadonlyMap<PhoneNumber, Contact>
}

function previewed({ row, found, fault }: Tried, { imported, account, fields, known }: Context): PreviewedRow {
  const place = { line: row.line, cells: 'cells' in row ? row.cells : null }
  if (found === null) return { ...place, contact: null, fault }
  const { phone, patch } = found
  const before = known.get(phone)
  const blank = blankContact({ id: UNSTORED, account: account.id, phone, createdAt: imported.createdAt })
  let contact: Contact | null = null
  const later = faultOf(row, fields, () => (contact = applyPatch(before ?? blank, patch, fields)))
  if (contact === null) return { ...place, contact: null, fault: later }
  const { customValues, firstName, lastName, email, birthDate, gender, address, isFavorite }: Contact = contact
  const profile = { phone, firstName, lastName, email, birthDate, gender, address, isFavorite } as PreviewedContact
  const customFields = customValuesByLabel(fields, customValues)
  return { ...place, contact: { ...profile, customFields, isNew: before === undefined }, fault: null }
}

/** Contacts of a preview are never stored. */
const UNSTORED = 'con_' as ContactId
