import type { Account } from '../../model/accounts/account.js'
import {
  ERASED_ROW,
  type ImportRow,
  type MalformedRow,
  type RejectedRow,
  type StepResult,
} from '../../model/contact-imports/import-rows.js'
import type { OnExisting } from '../../model/contact-imports/contact-import.js'
import type { ConsentActor, ConsentDeps } from '../../model/consent/consent-log.js'
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
import type { ContactId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { enrol, type EnrolmentResult } from '../consent/enrolment.js'
import { lockJoining, withoutMembers } from './import-members.js'
import { saveImported, type NumberInFile } from './import-merge.js'
import type { RowReader } from './import-row.js'

export type ImportDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

export type ImportTarget = {
  readonly account: Account
  /** In the order of their ids, so that concurrent imports do not block each other. */
  readonly groups: readonly Group[]
  readonly fields: readonly CustomField[]
  readonly read: RowReader
  /** Default: update. */
  readonly onExisting?: OnExisting
  /** Who enrols the contacts. Default: the operator. */
  readonly by?: ConsentActor
}

/** The rows of one unit of work, read and checked but not yet stored. */
export type ReadStep = {
  readonly target: ImportTarget
  readonly now: Date
  readonly rows: readonly ImportRow[]
  readonly numbers: ReadonlyMap<PhoneNumber, NumberInFile>
  readonly rejected: readonly RejectedRow[]
}

/** Works without the database, which only `storeStep` uses. */
export function readStep({ clock, ids }: ImportDeps, target: ImportTarget, rows: readonly ImportRow[]): ReadStep {
  const now = clock.now()
  const numbers = new Map<PhoneNumber, NumberInFile>()
  const rejected: RejectedRow[] = []
  const blank = (phone: PhoneNumber) =>
    blankContact({ id: ids.next('con'), account: target.account.id, phone, createdAt: now })
  for (const row of rows) {
    const fault = faultOf(row, target.fields, (cells) => {
      const { phone, patch } = target.read(cells)
      const earlier = numbers.get(phone)
      const before = earlier?.asNew ?? blank(phone)
      numbers.set(phone, withRow(earlier, { before, said: { line: row.line, patch } }, target.fields))
    })
    if (fault !== null) rejected.push(fault)
  }
  return { target, now, rows, numbers, rejected }
}

/** The result of a step that is only checked. */
export function checkStep(step: ReadStep): StepResult {
  return nothingOf(step)
}

/** Why the row is rejected; null if `take` accepts it. */
export function faultOf(
  row: ImportRow,
  fields: readonly CustomField[],
  take: (cells: readonly string[]) => void,
): RejectedRow | null {
  if ('fault' in row) return malformed(row)
  try {
    take(row.cells)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { line: row.line, class: classOf(error, fields), reason: error.message, cells: row.cells }
  }
}

function malformed({ line, fault }: MalformedRow): RejectedRow {
  const isErased = fault === ERASED_ROW
  return { line, class: isErased ? 'erased' : 'malformed', reason: `The row ${fault}`, cells: null }
}

/** The rules of custom fields name the label of the field. */
function classOf({ code, details }: DomainError, fields: readonly CustomField[]): string {
  const field = fields.find(({ label }) => label === details?.['label'])
  return field === undefined ? String(details?.['class'] ?? code) : `${field.key}:invalid`
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
export function storeStep(deps: ImportDeps, step: ReadStep): Promise<StepResult> {
  if (step.numbers.size === 0) return Promise.resolve(nothingOf(step))
  return deps.unitOfWork.run((stores) => storeStepIn(stores, deps, step))
}

/** Stores the step within a unit of work. */
export async function storeStepIn(stores: Stores, deps: ConsentDeps, step: ReadStep): Promise<StepResult> {
  const { target, rows, numbers, rejected } = step
  if (numbers.size === 0) return nothingOf(step)
  await lockFields(stores, step)
  const { contacts, newcomers, counts } = await saveImported(stores, numbers, target)
  const joined = new Set<ContactId>()
  const refused: RejectedRow[] = []
  for (const group of target.groups) {
    const others = await withoutMembers(stores, contacts, { newcomers, group })
    const joining = await lockJoining(stores, others, newcomers)
    const enrolment = {
      account: target.account,
      group,
      ...ENROLMENT,
      by: target.by ?? 'OPERATOR',
      contacts: joining,
      newcomers,
      now: step.now,
    }
    const outcomes = await enrol(stores, deps, enrolment)
    for (const [i, { id, phone }] of joining.entries()) {
      if (outcomes[i] === 'active') joined.add(id)
      refused.push(...refusalsOf(numbers.get(phone)!, outcomes[i]!, rows))
    }
  }
  return {
    rows: rows.length,
    ...counts,
    joined: joined.size,
    rejected: [...rejected, ...oncePerLine(refused)].sort((a, b) => a.line - b.line),
  }
}

function nothingOf({ rows, rejected }: ReadStep): StepResult {
  return { rows: rows.length, created: 0, updated: 0, unchanged: 0, joined: 0, rejected }
}

const ENROLMENT = { mode: 'SILENT', silentAllowed: true, reason: 'IMPORT' } as const

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

function refusalsOf(
  { rows }: NumberInFile,
  outcome: EnrolmentResult,
  file: readonly ImportRow[],
): readonly RejectedRow[] {
  if (!(outcome instanceof DomainError)) return []
  return rows.map(({ line }) => ({
    line,
    class: outcome.code,
    reason: `The contact was saved, but did not join the group: ${outcome.message}`,
    cells: cellsAt(file, line),
  }))
}

function cellsAt(rows: readonly ImportRow[], line: number): readonly string[] | null {
  const row = rows.find((one) => one.line === line)
  return row !== undefined && 'cells' in row ? row.cells : null
}

/** A contact can be refused by several groups. */
function oncePerLine(rejected: readonly RejectedRow[]): readonly RejectedRow[] {
  return [...new Map(rejected.toReversed().map((one) => [one.line, one])).values()]
}
