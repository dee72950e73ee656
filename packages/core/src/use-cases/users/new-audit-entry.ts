import type { AuditEntry, AuditOrigin } from '../../model/users/audit-entry.js'
import type { Clock, Ids } from '../../ports/runtime.js'

type Made = Pick<AuditEntry, 'action' | 'subjects'> & Partial<Pick<AuditEntry, 'account' | 'details'>>

/** Create it before the unit of work, so that a second run of the unit adds the same entry. */
export function newAuditEntry(
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  { actor, session, address }: AuditOrigin,
  { action, subjects, account = null, details = {} }: Made,
): AuditEntry {
  const sorted = [...new Set(subjects)].sort()
  return { id: ids.next('aud'), at: clock.now(), actor, session, address, account, action, subjects: sorted, details }
}
