import type { AuditOrigin } from '../../model/users/audit-entry.js'
import { isSessionId, type Session } from '../../model/users/session.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { SessionId } from '../../values/ids.js'
import { newAuditEntry } from './new-audit-entry.js'
import { requireUser } from './require-user.js'

/** A session without the hash of its token. */
export type ListedSession = Omit<Session, 'tokenHash'>

/** The sessions of a user that have not expired, newest first. There are at most `SESSIONS_MAX`. */
export class ListSessions {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async execute({ user: idOrEmail }: { readonly user: string }): Promise<readonly ListedSession[]> {
    const now = this.deps.clock.now()
    const found = await this.deps.unitOfWork.run(async (stores) => {
      const { id } = await requireUser(stores, idOrEmail)
      return stores.sessions.list(id, now)
    })
    return found.map(({ tokenHash: _, ...session }) => session)
  }
}

type RevokeDeps = { readonly unitOfWork: UnitOfWork; readonly clock: Clock; readonly ids: Ids }

export type RevokeSessionInput = { readonly by: AuditOrigin; readonly user: string; readonly session: string }

/** Ends one session of a user. */
export class RevokeSession {
  constructor(private readonly deps: RevokeDeps) {}

  async execute({ by, user: idOrEmail, session }: RevokeSessionInput): Promise<void> {
    if (!isSessionId(session)) throw sessionNotFound(session)
    const entry = newAuditEntry(this.deps, by, { action: 'session.revoked', subjects: [session] })
    // Stays set if the unit of work runs again: a revocation whose commit was not acknowledged may have succeeded.
    let revoked = false
    await this.deps.unitOfWork.run(async (stores) => {
      const { id } = await requireUser(stores, idOrEmail)
      revoked = (await stores.sessions.remove(id, session)) || revoked
      if (!revoked) throw sessionNotFound(session)
      await stores.auditLog.add({ ...entry, details: { user: id } })
    })
  }
}

export type RevokeSessionsInput = {
  readonly by: AuditOrigin
  readonly user: string
  /** The session that stays, such as that of the caller. */
  readonly except?: SessionId | null
}

/** Ends all sessions of a user. Returns how many. */
export class RevokeSessions {
  constructor(private readonly deps: RevokeDeps) {}

  async execute({ by, user: idOrEmail, except = null }: RevokeSessionsInput): Promise<number> {
    const entry = newAuditEntry(this.deps, by, { action: 'session.revoked', subjects: [] })
    return this.deps.unitOfWork.run(async (stores) => {
      const { id } = await requireUser(stores, idOrEmail)
      const removed = await stores.sessions.removeAll(id, except)
      if (removed.length > 0) await stores.auditLog.add({ ...entry, subjects: removed, details: { user: id } })
      return removed.length
    })
  }
}

function sessionNotFound(session: string): DomainError {
  return new DomainError('session-not-found', `The user has no session ${JSON.stringify(session)}, or it has ended`)
}
