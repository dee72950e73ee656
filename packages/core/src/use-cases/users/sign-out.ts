import type { Session } from '../../model/users/session.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { newAuditEntry } from './new-audit-entry.js'

/** Ends the session of the caller. */
export class SignOut {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  execute({ session, address }: { readonly session: Session; readonly address: string }): Promise<void> {
    const { id, user } = session
    const origin = { actor: { user }, session: id, address }
    const entry = newAuditEntry(this.deps, origin, { action: 'session.ended', subjects: [id] })
    return this.deps.unitOfWork.run(async ({ sessions, auditLog }) => {
      if (await sessions.remove(user, id)) await auditLog.add(entry)
    })
  }
}
