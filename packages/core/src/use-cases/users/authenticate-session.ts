import type { AccountRole } from '../../model/users/role.js'
import { SEEN_EVERY_MS, sessionExpiry, type Session } from '../../model/users/session.js'
import type { User } from '../../model/users/user.js'
import type { Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'
import { hashOfToken } from './start-session.js'

export type SignedInUser = {
  readonly user: User
  readonly session: Session
  /** By account. Owners have every role in every account: see `roleOf`. */
  readonly roles: ReadonlyMap<AccountId, AccountRole>
}

/** Identifies the user of a request by the token of the session. Called for every request. */
export class AuthenticateSession {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; secrets: Secrets }) {}

  execute({ token, address }: { readonly token: string; readonly address: string }): Promise<SignedInUser> {
    const tokenHash = hashOfToken(this.deps.secrets, token)
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async ({ sessions, users }) => {
      const session = tokenHash === null ? null : await sessions.findByToken(tokenHash)
      if (session === null || session.expiresAt <= now) throw notSignedIn()
      const user = await users.find(session.user)
      if (user === null || user.disabledAt !== null) throw notSignedIn()
      const roles = new Map(user.roles.map(({ account, role }) => [account, role]))
      if (now < addMs(session.lastSeenAt, SEEN_EVERY_MS)) return { user, session, roles }
      const seen = { ...session, lastSeenAt: now, expiresAt: sessionExpiry(session.createdAt, now), address }
      await sessions.touch(seen)
      return { user, session: seen, roles }
    })
  }
}

function notSignedIn(): DomainError {
  return new DomainError('unauthenticated', 'There is no such session, or it has ended: sign in again')
}
