import type { AccountId, ConsentLog, ConsentLogEntry, GroupId, Pseudonym } from '@carillon/core'
import { by, downward } from '../tables/order.js'
import { subjectPart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

export class MemoryConsentLog implements ConsentLog {
  constructor(private readonly tables: Pick<Tables, 'consentLog'>) {}

  async append(entries: readonly ConsentLogEntry[]) {
    for (const entry of entries) if (!this.tables.consentLog.has(entry)) this.tables.consentLog.put(entry)
  }

  async newest(account: AccountId, subject: Pseudonym, limit: number) {
    const entries = this.tables.consentLog.of(subjectPart({ account, subject }))
    return entries.toSorted(NEWEST_FIRST).slice(0, limit)
  }

  async joins(account: AccountId, group: GroupId, subjects: readonly Pseudonym[]) {
    const found = subjects.flatMap((subject) => {
      const [newest] = this.tables.consentLog
        .of(subjectPart({ account, subject }))
        .filter((entry) => entry.group === group && JOINS.has(entry.action))
        .sort(NEWEST_FIRST)
      if (newest === undefined) return []
      const { action, reason, by, at } = newest
      return [[subject, { action, reason, by, at }] as const]
    })
    return new Map(found)
  }

  async count(account: AccountId, subject: Pseudonym) {
    return this.tables.consentLog.of(subjectPart({ account, subject })).length
  }
}

const JOINS: ReadonlySet<ConsentLogEntry['action']> = new Set(['OPT_IN', 'OPT_IN_REQUESTED'])

const NEWEST_FIRST = downward<ConsentLogEntry>(
  by(
    ({ at }) => at,
    ({ id }) => id,
  ),
)
