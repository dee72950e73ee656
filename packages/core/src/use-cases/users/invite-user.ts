import type { AuditOrigin } from '../../model/users/audit-entry.js'
import type { AccountGrant } from '../../model/users/role.js'
import { parseEmail, parseUserName, type User } from '../../model/users/user.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { checkedGrants } from './grants.js'
import { newLink, type NewLink } from './links.js'
import { newAuditEntry } from './new-audit-entry.js'
import { userView, type UserView } from './user-view.js'

export type InviteUserInput = {
  readonly by: AuditOrigin
  readonly email: string
  /** If absent, the part of the e-mail address before the @. The person can change it when joining. */
  readonly name?: string | undefined
  readonly isOwner?: boolean | undefined
  readonly roles: readonly AccountGrant[]
}

export type InvitedUser = { readonly user: UserView; readonly link: NewLink }

export type InviteDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

/** Adds a user, who joins with the returned link. */
export class InviteUser {
  constructor(private readonly deps: InviteDeps) {}

  async execute({ by, email, name, isOwner = false, roles }: InviteUserInput): Promise<InvitedUser> {
    const invited = { ...newUser(this.deps, { email, name }), isOwner }
    const { link, stored } = newLink(this.deps, { purpose: 'invite', user: invited.id })
    const details = { isOwner, roles }
    const entry = newAuditEntry(this.deps, by, { action: 'user.invited', subjects: [invited.id], details })
    return this.deps.unitOfWork.run(async (stores) => {
      const user = { ...invited, roles: await checkedGrants(stores, roles) }
      // An earlier run whose commit was not acknowledged has added this very user.
      if (!(await stores.users.add(user)) && (await stores.users.find(user.id)) === null) throw userExists(user.email)
      await stores.oneTimeLinks.put(stored)
      await stores.auditLog.add(entry)
      return { user: userView(user), link }
    })
  }
}

/** A user without roles, who has not joined yet. */
export function newUser(
  { clock, ids }: Pick<InviteDeps, 'clock' | 'ids'>,
  given: { readonly email: string; readonly name?: string | undefined },
): User {
  const email = parseEmail(given.email)
  return {
    id: ids.next('usr'),
    email,
    name: given.name === undefined ? email.slice(0, email.indexOf('@')) : parseUserName(given.name),
    isOwner: false,
    roles: [],
    passwordHash: null,
    identity: null,
    timezone: null,
    disabledAt: null,
    createdAt: clock.now(),
  }
}

function userExists(email: string): DomainError {
  return new DomainError('user-exists', `There is already a user with the e-mail address ${JSON.stringify(email)}`)
}
