import type { Account } from '../../model/accounts/account.js'
import { applyPatch } from '../../model/contacts/contact-patch.js'
import type { Contact } from '../../model/contacts/contact.js'
import { blankContact } from '../../model/contacts/contact.js'
import type { CustomField } from '../../model/contacts/custom-field.js'
import type { Group } from '../../model/groups/group.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import { DomainError } from '../../values/errors.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { enrol, type EnrolmentResult } from '../consent/enrolment.js'
import { lockJoining, withoutMembers } from './import-members.js'
import { saveImported, type NumberInFile, type SavedContacts } from './import-merge.js'
import type { RowReader } from './import-row.js'

export type ImportDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

export type ImportTarget = {
  readonly account: Account
  readonly group: Group
  readonly fields: readonly CustomField[]
  readonly read: RowReader
}

export type ImportRow = GoodRow | ImportFault
type GoodRow = { readonly line: number; readonly cells: readonly string[] }
/** A line that is not a record. The fault continues a sentence that begins with "The row", as in "is too long". */
type ImportFault = { readonly line: number; readonly fault: string }

export type RejectedRow = { readonly line: number; readonly reason: string }

/** The rows of one unit of work, read and checked but not yet stored. Their cells are not kept. */
export type ReadStep = {
  readonly target: ImportTarget
  readonly now: Date
  readonly rows: number
  readonly numbers: ReadonlyMap<PhoneNumber, NumberInFile>
  readonly rejected: readonly RejectedRow[]
}

export type StoredStep = SavedContacts['counts'] & {
  readonly rows: number
  readonly joined: number
  readonly rejected: readonly RejectedRow[]
}

/** Works without the database, which only `storeStep` uses. */
export function readStep({ clock, ids }: ImportDeps, target: ImportTarget, rows: readonly ImportRow[]): ReadStep {
  const now = clock.now()
  const numbers = new Map<PhoneNumber, NumberInFile>()
  const rejected: RejectedRow[] = []
  const blank = (phone: PhoneNumber) =>
    blankContact({ id: ids.next('con'), account: target.account.id, phone, createdAt: now })
  /** Why the row is rejected; null if it is accepted. */
  const take = ({ line, cells }: GoodRow): string | null => {
    try {
      const { phone, patch } = target.read(cells)
      const earlier = numbers.get(phone)
      const before = earlier?.asNew ?? blank(phone)
      numbers.set(phone, withRow(earlier, { before, said: { line, patch } }, target.fields))
      return null
    } catch (error) {
      if (error instanceof DomainError) return error.message
      throw error
    }
  }
  for (const row of rows) {
    const reason = 'fault' in row ? `The row ${row.fault}` : take(row)
    if (reason !== null) rejected.push({ line: row.line, reason })
  }
  return { target, now, rows: rows.length, numbers, rejected }
}

type Addition = { readonly before: Contact; readonly said: NumberInFile['rows'][number] }

/** The data of a number after one more row. */
function withRow(
  earlier: NumberInFile | undefined,
  { before, said }: Addition,
  fields: readonly CustomField[],
): NumberInFile {
  const asNew = applyPatch(before, said.patch, fields)
  if (earlier === undefined) return { asNew, rows: [said], changes: 0 }
  return { asNew, rows: [...earlier.rows, said], changes: earlier.changes + (isEqual(asNew, before) ? 0 : 1) }
}

/** Whether the steps have a number in common. If so, they are stored one by one, so that the later row wins. */
export function shareNumbers(a: ReadStep, b: ReadStep): boolean {
  for (const phone of b.numbers.keys()) if (a.numbers.has(phone)) return true
  return false
}

/** Atomic: stores the whole step or nothing. */
export async function storeStep(deps: ImportDeps, step: ReadStep): Promise<StoredStep> {
  const { target, now, rows, numbers, rejected } = step
  if (numbers.size === 0) return { rows, created: 0, updated: 0, unchanged: 0, joined: 0, rejected }
  return deps.unitOfWork.run(async (stores) => {
    await lockFields(stores, step)
    const { contacts, newcomers, counts } = await saveImported(stores, numbers, target)
    const others = await withoutMembers(stores, contacts, { newcomers, group: target.group })
    const joining = await lockJoining(stores, others, newcomers)
    const outcomes = await enrol(stores, deps, { ...target, ...ENROLMENT, contacts: joining, newcomers, now })
    const joined = outcomes.filter((outcome) => outcome === 'active').length
    const refused = joining.flatMap(({ phone }, i) => refusalsOf(numbers.get(phone)!, outcomes[i]!))
    return { rows, ...counts, joined, rejected: [...rejected, ...refused].sort((a, b) => a.line - b.line) }
  })
}

const ENROLMENT = { mode: 'SILENT', silentAllowed: true, by: 'OPERATOR', reason: 'IMPORT' } as const

/** Locks the custom fields, and checks that they have not changed since the import began. */
async function lockFields({ customFields }: Stores, { target, numbers }: ReadStep) {
  const { account, fields } = target
  if (![...numbers.values()].some(({ rows }) => rows.some(({ patch }) => patch.customFields))) return
  const locked = await customFields.lockShared(account.id)
  const isUnchanged = (field: CustomField) =>
    locked.some((other) => isEqual({ ...other, options: field.options }, field))
  if (fields.every(isUnchanged)) return
  throw new DomainError('invalid-input', 'The custom fields have changed since the import began')
}

function refusalsOf({ rows }: NumberInFile, outcome: EnrolmentResult): readonly RejectedRow[] {
  if (!(outcome instanceof DomainError)) return []
  return rows.map(({ line }) => ({
    line,
    reason: `The contact was saved, but did not join the group: ${outcome.message}`,
  }))
}
