import type { AccountId, FormEntry, FormEntryId, FormEntryStore } from '@carillon/core'
import { by as inOrder } from '../tables/order.js'
import type { Tables } from '../tables/tables.js'

export class MemoryFormEntryStore implements FormEntryStore {
  constructor(private readonly tables: Pick<Tables, 'formEntries'>) {}

  async add(entry: FormEntry) {
    if (!this.tables.formEntries.has(entry)) this.tables.formEntries.put(entry)
  }

  async find(account: AccountId, id: FormEntryId) {
    return this.tables.formEntries.get(account, id) ?? null
  }

  async lock(account: AccountId, id: FormEntryId) {
    return this.find(account, id)
  }

  async save({ account, id, codeMessage, codeAt, codes, texts, attempts, confirmedAt }: FormEntry) {
    const before = await this.find(account, id)
    if (before === null) return
    this.tables.formEntries.put({ ...before, codeMessage, codeAt, codes, texts, attempts, confirmedAt })
  }

  async trim(account: AccountId, until: Date, limit: number) {
    const old = this.tables.formEntries.of(account).filter(({ codeAt }) => codeAt <= until)
    const trimmed = old.toSorted(inOrder(({ codeAt }) => codeAt)).slice(0, limit)
    for (const { id } of trimmed) this.tables.formEntries.remove(account, id)
    return trimmed.length
  }
}
