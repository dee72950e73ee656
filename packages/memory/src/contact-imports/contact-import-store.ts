import {
  hasFile,
  isUnderWay,
  type AccountId,
  type ContactImport,
  type ContactImportStore,
  type ImportId,
  type ImportName,
  type ImportQuery,
  type ImportRow,
  type ImportsBefore,
  type RejectedQuery,
  type RejectedRow,
} from '@carillon/core'
import { by, firstOf, NEWEST_FIRST } from '../tables/order.js'
import { importPart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

type Used = 'contactImports' | 'importedSteps' | 'rejectedRows'

export class MemoryContactImportStore implements ContactImportStore {
  constructor(private readonly tables: Pick<Tables, Used>) {}

  async add(imported: ContactImport) {
    this.tables.contactImports.put(imported)
  }

  async find(account: AccountId, id: ImportId) {
    return this.tables.contactImports.get(account, id) ?? null
  }

  lock(account: AccountId, id: ImportId) {
    return this.find(account, id)
  }

  async save(imported: ContactImport) {
    if (this.tables.contactImports.has(imported)) this.tables.contactImports.put(imported)
  }

  async list(account: AccountId, { after, limit }: ImportQuery) {
    const found = this.tables.contactImports.of(account).filter((one) => after === null || NEWEST_FIRST(after, one) < 0)
    return firstOf(found, NEWEST_FIRST, limit)
  }

  async countOpen(account: AccountId) {
    return this.tables.contactImports.of(account).filter(hasFile).length
  }

  async remove(account: AccountId, id: ImportId) {
    await this.removeRows({ account, id })
    await this.removeRejected({ account, id })
    this.tables.contactImports.remove(account, id)
  }

  async addRows({ account, id }: ImportName, step: number, rows: readonly ImportRow[]) {
    const added = { account, import: id, step, rows }
    if (!this.tables.importedSteps.has(added)) this.tables.importedSteps.put(added)
  }

  async rows(of: ImportName, step: number) {
    return this.tables.importedSteps.get(partOf(of), String(step))?.rows ?? null
  }

  async removeRows(of: ImportName) {
    const part = partOf(of)
    for (const { step } of this.tables.importedSteps.of(part)) this.tables.importedSteps.remove(part, String(step))
  }

  async addRejected({ account, id }: ImportName, rejected: readonly RejectedRow[]) {
    for (const one of rejected) {
      const row = { account, import: id, ...one }
      if (!this.tables.rejectedRows.has(row)) this.tables.rejectedRows.put(row)
    }
  }

  async rejected(of: ImportName, { class: name, afterLine, limit }: RejectedQuery) {
    const found = this.tables.rejectedRows
      .of(partOf(of))
      .filter((row) => row.line > afterLine && (name === null || row.class === name))
    return firstOf(
      found,
      by(({ line }) => line),
      limit,
    ).map(({ line, class: own, reason, cells }): RejectedRow => ({ line, class: own, reason, cells }))
  }

  async removeRejected(of: ImportName) {
    const part = partOf(of)
    for (const { line } of this.tables.rejectedRows.of(part)) this.tables.rejectedRows.remove(part, String(line))
  }

  async trim(account: AccountId, before: ImportsBefore, limit: number) {
    const old = this.tables.contactImports
      .of(account)
      .filter((one) => !isUnderWay(one) && one.createdAt < lastInstant(one, before))
      .sort(by(({ createdAt }) => createdAt))
      .slice(0, limit)
    for (const { id } of old) await this.remove(account, id)
    return old.length
  }
}

function lastInstant({ status }: ContactImport, { ended, ready, uploading }: ImportsBefore): Date {
  return status === 'ready' ? ready : status === 'uploading' ? uploading : ended
}

function partOf({ account, id }: ImportName): string {
  return importPart({ account, import: id })
}
