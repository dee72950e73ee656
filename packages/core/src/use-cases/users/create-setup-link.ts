import type { AuditOrigin } from '../../model/users/audit-entry.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { newLink, type NewLink } from './links.js'
import { newAuditEntry } from './new-audit-entry.js'

/** Makes the link that creates the first owner. A link from before ends. */
export class CreateSetupLink {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids; secrets: Secrets }) {}

  /** Null if the service has users: they can invite others. */
  execute({ by }: { readonly by: AuditOrigin }): Promise<NewLink | null> {
    const { link, stored } = newLink(this.deps, { purpose: 'setup', user: null })
    const entry = newAuditEntry(this.deps, by, { action: 'link.created', subjects: [], details: { purpose: 'setup' } })
    return this.deps.unitOfWork.run(async ({ users, oneTimeLinks, auditLog }) => {
      if (!(await users.isEmpty())) return null
      await oneTimeLinks.put(stored)
      await auditLog.add(entry)
      return link
    })
  }
}
