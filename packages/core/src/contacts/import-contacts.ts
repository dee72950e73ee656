import type { Account } from '../accounts/account.js'
import { enrol } from '../consent/enrolment.js'
import { DomainError } from '../errors.js'
import type { Group } from '../groups/group.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Secrets } from '../ports/secrets.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import type { PhoneNumber } from '../values/phone-number.js'
import { same } from '../values/same.js'
import type { Contact } from './contact.js'
import { applyPatch, type ContactPatch } from './contact-patch.js'
import { blankContact } from './create-contact.js'
import type { CustomField } from './custom-field.js'
import type { RowReader } from './import-row.js'

export type ImportRow = { readonly line: number; readonly cells: readonly string[] }

export type ImportContactsInput = {
  readonly account: Account
  readonly group: Group
  readonly fields: readonly CustomField[]
  readonly read: RowReader
  readonly rows: readonly ImportRow[]
}

export type ImportCounts = {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly joined: number
}
export type RejectedRow = { readonly line: number; readonly reason: string }
export type ImportResult = ImportCounts & { readonly rejected: readonly RejectedRow[] }

export const IMPORT_SLICE = 2_000

/**
 * One slice of a contact file: contacts are created or patched, and join the group in silence. Whole slices happen or
 * do not; a bad row is left out and told. Doing a slice again changes nothing. Reading a slice is work for this
 * process and storing it for the database, so who has many reads the next one while the last is stored.
 */
export class ImportContacts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids; secrets: Secrets }) {}

  execute(input: ImportContactsInput): Promise<ImportResult> {
    return this.store(this.read(input))
  }

  read(input: ImportContactsInput): ImportSlice {
    const now = this.deps.clock.now()
    return { input, now, ...this.readRows(input, now) }
  }

  async store({ input, now, read, rejected }: ImportSlice): Promise<ImportResult> {
    if (read.size === 0) return { created: 0, updated: 0, unchanged: 0, joined: 0, rejected }
    const { refused, ...counts } = await this.deps.unitOfWork.run(async (stores) => {
      const { contacts, counts } = await save(stores, read, input)
      const outcomes = await enrol(stores, this.deps, { ...input, ...ENROLMENT, contacts, now })
      const refused = contacts.flatMap(({ phone }, i) => {
        const outcome = outcomes[i]!
        if (!(outcome instanceof DomainError)) return []
        return [{ line: read.get(phone)!.line, reason: `Saved, but not in the group: ${outcome.message}` }]
      })
      return { ...counts, joined: outcomes.filter((outcome) => outcome === 'active').length, refused }
    })
    return { ...counts, rejected: [...rejected, ...refused].sort((a, b) => a.line - b.line) }
  }

  private readRows({ account, fields, read: readRow, rows }: ImportContactsInput, now: Date) {
    const read = new Map<PhoneNumber, ReadContact>()
    const rejected: RejectedRow[] = []
    for (const { line, cells } of rows) {
      try {
        const { phone, patch } = readRow(cells)
        const earlier = read.get(phone)
        const before = earlier?.asNew ?? this.blank(account, phone, now)
        read.set(phone, {
          line,
          asNew: applyPatch(before, patch, fields),
          patches: [...(earlier?.patches ?? []), patch],
        })
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        rejected.push({ line, reason: error.message })
      }
    }
    return { read, rejected }
  }

  private blank(account: Account, phone: PhoneNumber, createdAt: Date): Contact {
    return blankContact({ id: this.deps.ids.next('con'), account: account.id, phone, createdAt })
  }
}

const ENROLMENT = { mode: 'SILENT', silentAllowed: true, by: 'OPERATOR', reason: 'IMPORT' } as const

/** A slice whose rows have been read and found good or bad, but not stored. */
export type ImportSlice = {
  readonly input: ImportContactsInput
  readonly now: Date
  readonly read: ReadonlyMap<PhoneNumber, ReadContact>
  readonly rejected: readonly RejectedRow[]
}

/** What a file says of one number, in one row or in several. */
type ReadContact = {
  /** The last of its rows. */
  readonly line: number
  /** What it comes to when no contact has the number yet. */
  readonly asNew: Contact
  readonly patches: readonly ContactPatch[]
}

async function save(
  stores: Stores,
  read: ReadonlyMap<PhoneNumber, ReadContact>,
  { account, fields }: ImportContactsInput,
) {
  const fresh = [...read.values()].map(({ asNew }) => asNew).sort((a, b) => (a.phone < b.phone ? -1 : 1))
  const taken = await stores.contacts.add(fresh)
  if (taken.size === 0) return { contacts: fresh, counts: { created: fresh.length, updated: 0, unchanged: 0 } }

  const before = await stores.contacts.lock(account.id, [...taken])
  const after = new Map([...before].map(([phone, contact]) => [phone, patched(contact, read.get(phone)!, fields)]))
  const updated = [...after.values()].filter((contact) => !same(contact, before.get(contact.phone)))
  await stores.contacts.save(updated)
  const counts = { created: fresh.length - taken.size, updated: updated.length, unchanged: taken.size - updated.length }
  return { contacts: fresh.map((contact) => after.get(contact.phone) ?? contact), counts }
}

function patched(contact: Contact, { patches }: ReadContact, fields: readonly CustomField[]): Contact {
  return patches.reduce((result, patch) => applyPatch(result, patch, fields), contact)
}
