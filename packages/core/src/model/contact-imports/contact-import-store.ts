import type { AccountId, ImportId } from '../../values/ids.js'
import type { ContactImport } from './contact-import.js'
import type { ImportRow, RejectedRow } from './import-rows.js'

export interface ContactImportStore {
  add(imported: ContactImport): Promise<void>
  find(account: AccountId, id: ImportId): Promise<ContactImport | null>
  /** Locks the import until the unit of work ends. Nothing is locked before it but a job. */
  lock(account: AccountId, id: ImportId): Promise<ContactImport | null>
  /** Saves everything but the account and the id. The caller has locked the import, or has just added it. */
  save(imported: ContactImport): Promise<void>
  /** Newest first, then by descending id. */
  list(account: AccountId, query: ImportQuery): Promise<readonly ContactImport[]>
  /** How many imports of the account have a file. */
  countOpen(account: AccountId): Promise<number>
  /** Deletes an import with its rows and rejected rows. */
  remove(account: AccountId, id: ImportId): Promise<void>

  /** Adds the rows of one step of the file, counted from 0. Does nothing if the step was added before. */
  addRows(of: ImportName, step: number, rows: readonly ImportRow[]): Promise<void>
  /** The rows of one step; null after the last step. */
  rows(of: ImportName, step: number): Promise<readonly ImportRow[] | null>
  removeRows(of: ImportName): Promise<void>

  /** Adds rejected rows, except those whose line was added before. */
  addRejected(of: ImportName, rejected: readonly RejectedRow[]): Promise<void>
  /** In the order of their lines. */
  rejected(of: ImportName, query: RejectedQuery): Promise<readonly RejectedRow[]>
  removeRejected(of: ImportName): Promise<void>

  /**
   * Deletes at most `limit` imports that no worker works on: those that were created before `ended`, those that wait to
   * be started since before `ready`, and those whose upload began before `uploading` and never ended.
   */
  trim(account: AccountId, before: ImportsBefore, limit: number): Promise<number>
}

export type ImportName = Pick<ContactImport, 'account' | 'id'>

export type ImportQuery = {
  /** The last import of the previous step; null for the first step. */
  readonly after: Pick<ContactImport, 'createdAt' | 'id'> | null
  readonly limit: number
}

export type RejectedQuery = {
  /** Null matches every class. */
  readonly class: string | null
  /** Only rows after this line. */
  readonly afterLine: number
  readonly limit: number
}

export type ImportsBefore = { readonly ended: Date; readonly ready: Date; readonly uploading: Date }
