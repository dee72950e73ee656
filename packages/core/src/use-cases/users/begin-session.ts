import type { User } from '../../model/users/user.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { newAuditEntry } from './new-audit-entry.js'
import {
  hashOfToken,
  newSession,
  startSession,
  type SessionDeps,
  type SignedIn,
  type SigningClient,
} from './start-session.js'

/** Signs in a user whose password or identity was checked, unless either has changed since. */
export async function beginSession(
  deps: SessionDeps & { readonly unitOfWork: UnitOfWork },
  user: User,
  client: SigningClient,
  method: 'password' | 'identity',
): Promise<SignedIn> {
  const { token, session } = newSession(deps, user.id, client)
  const entry = newAuditEntry(
    deps,
    { actor: { user: user.id }, session: session.id, address: client.address },
    { action: 'session.started', subjects: [session.id], details: { with: method } },
  )
  const previousHash = hashOfToken(deps.secrets, client.previousToken)
  return deps.unitOfWork.run(async (stores) => {
    const { user: current } = await stores.users.lock(user.id)
    if (current === null || !signsInLike(current, user)) {
      throw new DomainError('sign-in-failed', 'The user was changed during the sign-in: try again')
    }
    await startSession(stores, session, previousHash)
    await stores.auditLog.add(entry)
    return { token, user: current, session }
  })
}

function signsInLike(current: User, checked: User): boolean {
  return (
    current.disabledAt === null &&
    current.passwordHash === checked.passwordHash &&
    current.identity?.issuer === checked.identity?.issuer &&
    current.identity?.subject === checked.identity?.subject
  )
}
