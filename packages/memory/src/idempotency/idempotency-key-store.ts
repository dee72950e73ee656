import {
  isInUse,
  type AccountId,
  type IdempotencyKeyName,
  type IdempotencyKeyRecord,
  type IdempotencyKeyStore,
} from '@carillon/core'
import { scopedKey } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

export class MemoryIdempotencyKeyStore implements IdempotencyKeyStore {
  constructor(private readonly tables: Pick<Tables, 'keys'>) {}

  async find(name: IdempotencyKeyName) {
    return this.tables.keys.get(name.account, scopedKey(name)) ?? null
  }

  async bind(record: IdempotencyKeyRecord, now: Date) {
    const existing = await this.find(record)
    if (isInUse(existing, now)) return existing.target === record.target ? null : existing
    this.tables.keys.put(record)
    return null
  }

  async save(record: IdempotencyKeyRecord) {
    const before = await this.find(record)
    if (before?.target !== record.target) return
    this.tables.keys.put({ ...before, answer: before.answer ?? record.answer, expiresAt: record.expiresAt })
  }

  async free(name: IdempotencyKeyName & { readonly target: string }) {
    if ((await this.find(name))?.target === name.target) this.tables.keys.remove(name.account, scopedKey(name))
  }

  async trim(account: AccountId, now: Date, limit: number) {
    const expired = this.tables.keys.of(account).filter((record) => !isInUse(record, now))
    const trimmed = expired.slice(0, limit)
    for (const record of trimmed) this.tables.keys.remove(account, scopedKey(record))
    return trimmed.length
  }
}
