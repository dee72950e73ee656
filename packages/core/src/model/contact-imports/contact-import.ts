import { isId, type AccountId, type GroupId, type ImportId, type UserId } from '../../values/ids.js'
import type { ConsentActor } from '../consent/consent-log.js'
import { NOTHING_IMPORTED, type FaultCount, type ImportTotals } from './import-rows.js'

export const IMPORT_STATUSES = ['uploading', 'ready', 'checking', 'running', 'completed', 'canceled', 'failed'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/**
 * A contact file that a person uploads once, and that the workers import:
 *
 *     uploading --the whole file is stored--> ready --start--> running --the last row--> completed
 *                                              |  ^                `--cannot go on--> failed
 *                                           check `--the last row
 *                                              `--> checking
 *
 * It can be canceled until it ends. When it ends, the rows of the file are deleted. The rejected rows stay until the
 * import is deleted.
 */
export type ContactImport = {
  readonly id: ImportId
  readonly account: AccountId
  readonly status: ImportStatus
  /** Who uploaded the file. */
  readonly user: UserId
  readonly file: ImportFile
  readonly mapping: ImportMapping
  /** Null until it is started. */
  readonly plan: ImportPlan | null
  readonly progress: ImportRunProgress
  /** Why it failed. */
  readonly failure: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
}

export type ImportFile = {
  readonly name: string
  /** The cells of the first line. */
  readonly columns: readonly string[]
  readonly delimiter: string
  readonly encoding: string
  /** True if the file began with a byte order mark. */
  readonly hasMark: boolean
  readonly bytes: number
  /** The rows after the header. 0 until the whole file is stored. */
  readonly rows: number
}

export type ImportMapping = {
  /** For each column of the file: a column of contacts, the key of a custom field, or null to ignore it. */
  readonly columns: readonly (string | null)[]
  /** Added to numbers without a country code, such as `1`. */
  readonly callingCode: string | null
}

export type ImportPlan = {
  /** The groups that the contacts join, in the order of their ids. */
  readonly groups: readonly GroupId[]
  /** Whether a row changes a contact that exists already, which joins the groups in either case. */
  readonly onExisting: OnExisting
  /** Who is said to have enrolled the contacts. */
  readonly by: ConsentActor
}

export const ON_EXISTING = ['update', 'keep'] as const
export type OnExisting = (typeof ON_EXISTING)[number]

/** How far the run or the check is. */
export type ImportRunProgress = {
  /** The step to do next, counted from 0. */
  readonly next: number
  readonly totals: ImportTotals
  readonly faults: readonly FaultCount[]
}

export const NOT_STARTED: ImportRunProgress = { next: 0, totals: NOTHING_IMPORTED, faults: [] }

/** The maximum number of rows in one step of a stored import, which is one unit of work. */
export const IMPORT_STEP_ROWS = 1_000
/** The maximum number of rejected rows that are kept for each import; the others are only counted. */
export const REJECTED_KEPT_MAX = 100_000
export const IMPORT_BYTES_MAX = 200 * 1024 * 1024
export const IMPORT_FILE_ROWS_MAX = 1_000_000
export const IMPORT_COLUMNS_MAX = 200
/** The maximum number of imports of an account whose file is stored. */
export const IMPORTS_OPEN_MAX = 10

/** Whether the rows of its file are stored. */
export function hasFile({ status }: Pick<ContactImport, 'status'>): boolean {
  return status === 'uploading' || status === 'ready' || isUnderWay({ status })
}

/** Whether a worker works on it. */
export function isUnderWay({ status }: Pick<ContactImport, 'status'>): boolean {
  return status === 'checking' || status === 'running'
}

export function isImportId(text: string): text is ImportId {
  return isId('imp', text)
}
