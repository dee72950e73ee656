import type { AuditEntry, AuditLog, AuditQuery } from '@carillon/core'
import { by, downward, firstOf } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryAuditLog implements AuditLog {
  constructor(private readonly tables: Pick<Tables, 'auditEntries'>) {}

  async add(entry: AuditEntry) {
    const before = this.tables.auditEntries.get(SERVICE, entry.id)
    const subjects = [...new Set([...(before?.subjects ?? []), ...entry.subjects])].sort()
    this.tables.auditEntries.put({ ...(before ?? entry), subjects })
  }

  async list(query: AuditQuery) {
    const found = this.tables.auditEntries.of(SERVICE).filter((entry) => isFound(entry, query))
    return firstOf(found, NEWEST_FIRST, query.limit)
  }

  async trim(until: Date, limit: number) {
    const old = this.tables.auditEntries
      .of(SERVICE)
      .filter(({ at }) => at <= until)
      .toSorted(by(({ at }) => at))
      .slice(0, limit)
    for (const { id } of old) this.tables.auditEntries.remove(SERVICE, id)
    return old.length
  }
}

function isFound(entry: AuditEntry, { account, user, action, from, to, after }: AuditQuery): boolean {
  return (
    (account === null || entry.account === account) &&
    (user === null || ('user' in entry.actor && entry.actor.user === user)) &&
    (action === null || (action.endsWith('.') ? entry.action.startsWith(action) : entry.action === action)) &&
    (from === null || entry.at >= from) &&
    (to === null || entry.at < to) &&
    (after === null || NEWEST_FIRST(after, entry) < 0)
  )
}

const NEWEST_FIRST = downward<Pick<AuditEntry, 'at' | 'id'>>(
  by(
    ({ at }) => at,
    ({ id }) => id,
  ),
)
