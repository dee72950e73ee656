import type { AccountId, ConsentLog, ConsentLogEntry, Pseudonym } from '@carillon/core'
import { by, downward } from '../tables/order.js'
import { subjectPart, type Tables } from '../tables/tables.js'

export class MemoryConsentLog implements ConsentLog {
  constructor(private readonly tables: Pick<Tables, 'consentLog'>) {}

  async append(entries: readonly ConsentLogEntry[]) {
    for (const entry of entries) if (!this.tables.consentLog.has(entry)) this.tables.consentLog.put(entry)
  }

  async newest(account: AccountId, subject: Pseudonym, limit: number) {
    const entries = this.tables.consentLog.of(subjectPart({ account, subject }))
    return entries.toSorted(NEWEST_FIRST).slice(0, limit)
  }

  async count(account: AccountId, subject: Pseudonym) {
    return this.tables.consentLog.of(subjectPart({ account, subject })).length
  }
}

const NEWEST_FIRST = downward<ConsentLogEntry>(
  by(
    ({ at }) => at,
    ({ id }) => id,
  ),
)
