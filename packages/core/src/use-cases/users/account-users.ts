import type { AuditOrigin } from '../../model/users/audit-entry.js'
import type { AccountRole } from '../../model/users/role.js'
import { statusOf, type User } from '../../model/users/user.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import { checkedGrants } from './grants.js'
import { newUser, type InviteDeps } from './invite-user.js'
import { newLink, type NewLink } from './links.js'
import { newAuditEntry } from './new-audit-entry.js'
import { requireLockedUser, userNotFound } from './require-user.js'
import { saveAccess } from './save-access.js'
import { userView, type UserView } from './user-view.js'

/** A user as the admins of one account see it: without what the user may do elsewhere. */
export type AccountUser = Pick<UserView, 'id' | 'email' | 'name' | 'status' | 'createdAt'> & {
  readonly role: AccountRole
}

export type InviteToAccountInput = {
  readonly by: AuditOrigin
  readonly account: AccountId
  readonly email: string
  readonly name?: string | undefined
  readonly role: AccountRole
}

/** `link` is null for a person who can sign in already, or who was invited to another account too. */
export type InvitedToAccount = { readonly user: AccountUser; readonly link: NewLink | null }

/**
 * Gives a person a role in one account, on behalf of an admin of it. The admin gets a link only for a user who has no
 * roles elsewhere: with the link of another user, the admin could get that user's roles.
 */
export class InviteToAccount {
  constructor(private readonly deps: InviteDeps) {}

  async execute({ by, account, email, name, role }: InviteToAccountInput): Promise<InvitedToAccount> {
    const added = { ...newUser(this.deps, { email, name }), roles: [{ account, role }] }
    const entry = newAuditEntry(this.deps, by, { action: 'user.invited', subjects: [], account, details: { role } })
    const newLinks = newLink(this.deps, { purpose: 'invite', user: null })
    return this.deps.unitOfWork.run(async (stores) => {
      await stores.users.add(added)
      const locked = await requireLockedUser(stores, added.email)
      const user = await this.granted(stores, locked, added, { account, role })
      const isOnlyHere = user.roles.every((grant) => grant.account === account) && !user.isOwner
      const link = isOnlyHere && statusOf(user) === 'invited' ? newLinks.link : null
      if (link !== null) await stores.oneTimeLinks.put({ ...newLinks.stored, user: user.id })
      await stores.auditLog.add({ ...entry, subjects: [user.id] })
      return { user: accountUser(user, account), link }
    })
  }

  private async granted(
    stores: Stores,
    locked: Awaited<ReturnType<typeof requireLockedUser>>,
    added: User,
    { account, role }: { readonly account: AccountId; readonly role: AccountRole },
  ): Promise<User> {
    // Owners have every role, and admins must not see or change who they are.
    const { email, name } = added
    if (locked.user.isOwner) return { ...locked.user, email, name, roles: [{ account, role }] }
    const elsewhere = locked.user.roles.filter((grant) => grant.account !== account)
    const after = { ...locked.user, roles: await checkedGrants(stores, [...elsewhere, { account, role }]) }
    const keepsSessions = elsewhere.length === locked.user.roles.length
    await saveAccess(stores, locked, after, { keepsSessions })
    return after
  }
}

export type ChangeAccountRoleInput = {
  readonly by: AuditOrigin
  readonly account: AccountId
  readonly user: string
  /** Null takes the user out of the account. */
  readonly role: AccountRole | null
}

/** Changes the role of a user in one account, on behalf of an admin of it. Owners are not found. */
export class ChangeAccountRole {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute({ by, account, user: id, role }: ChangeAccountRoleInput): Promise<AccountUser | null> {
    const action = role === null ? 'user.removed' : 'user.changed'
    const entry = newAuditEntry(this.deps, by, { action, subjects: [], account })
    return this.deps.unitOfWork.run(async (stores) => {
      const locked = await requireLockedUser(stores, id)
      const before = locked.user.roles.find((grant) => grant.account === account)
      if (before === undefined || locked.user.isOwner) throw userNotFound(id)
      const others = locked.user.roles.filter((grant) => grant !== before)
      const roles = role === null ? others : await checkedGrants(stores, [...others, { account, role }])
      const after = { ...locked.user, roles }
      await saveAccess(stores, locked, after)
      const details = { before: before.role, after: role }
      await stores.auditLog.add({ ...entry, subjects: [after.id], details })
      return role === null ? null : accountUser(after, account)
    })
  }
}

/** For a user with a role in the account. */
export function accountUser(user: User, account: AccountId): AccountUser {
  const { id, email, name, status, createdAt } = userView(user)
  return { id, email, name, status, createdAt, role: user.roles.find((grant) => grant.account === account)!.role }
}
