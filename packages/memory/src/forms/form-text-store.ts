import type { AccountId, FormText, FormTextStore } from '@carillon/core'
import type { StoredFormText } from '../tables/stored-rows.js'
import type { Tables } from '../tables/tables.js'

export class MemoryFormTextStore implements FormTextStore {
  constructor(private readonly tables: Pick<Tables, 'formTexts'>) {}

  async versionOf(account: AccountId, text: string, now: Date) {
    const known = this.tables.formTexts.of(account)
    const same = known.find((stored) => stored.text === text)
    if (same !== undefined) return same.version
    const version = known.length + 1
    this.tables.formTexts.put({ account, version, text, since: now })
    return version
  }

  async find(account: AccountId, versions: readonly number[]): Promise<ReadonlyMap<number, FormText>> {
    const found = versions.flatMap((version) => this.tables.formTexts.get(account, String(version)) ?? [])
    return new Map(found.map((stored) => [stored.version, fromStored(stored)]))
  }

  async newest(account: AccountId, limit: number): Promise<readonly FormText[]> {
    const known = this.tables.formTexts.of(account).map(fromStored)
    return known.sort((a, b) => b.version - a.version).slice(0, limit)
  }
}

function fromStored({ account: _, ...text }: StoredFormText): FormText {
  return text
}
