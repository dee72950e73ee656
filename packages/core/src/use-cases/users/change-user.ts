import type { AuditOrigin } from '../../model/users/audit-entry.js'
import type { AccountGrant } from '../../model/users/role.js'
import { parseUserName, type User } from '../../model/users/user.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import { checkedGrants } from './grants.js'
import { newAuditEntry } from './new-audit-entry.js'
import { requireLockedUser } from './require-user.js'
import { accessOf, saveAccess } from './save-access.js'
import { userView, type UserView } from './user-view.js'

export type UserPatch = {
  readonly name?: string | undefined
  /** Replaces all roles. */
  readonly roles?: readonly AccountGrant[] | undefined
  readonly isOwner?: boolean | undefined
  readonly isDisabled?: boolean | undefined
}

export type ChangeUserInput = {
  readonly by: AuditOrigin
  /** The id or the e-mail address. */
  readonly user: string
  readonly patch: UserPatch
}

/** Changes a user on behalf of an owner or of the operator. */
export class ChangeUser {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  async execute({ by, user: idOrEmail, patch }: ChangeUserInput): Promise<UserView> {
    const now = this.deps.clock.now()
    const entry = newAuditEntry(this.deps, by, { action: 'user.changed', subjects: [] })
    return this.deps.unitOfWork.run(async (stores) => {
      const locked = await requireLockedUser(stores, idOrEmail)
      const before = locked.user
      const after = await patched(stores, before, patch, now)
      if (isEqual(before, after)) return userView(before)
      await saveAccess(stores, locked, after)
      const details = { before: accessOf(before), after: accessOf(after), renamed: before.name !== after.name }
      await stores.auditLog.add({ ...entry, subjects: [before.id], details })
      return userView(after)
    })
  }
}

async function patched(
  stores: Pick<Stores, 'accounts'>,
  before: User,
  { name, roles, isOwner, isDisabled }: UserPatch,
  now: Date,
): Promise<User> {
  const disabledAt = isDisabled ? (before.disabledAt ?? now) : null
  return {
    ...before,
    name: name === undefined ? before.name : parseUserName(name),
    roles: roles === undefined ? before.roles : await checkedGrants(stores, roles),
    isOwner: isOwner ?? before.isOwner,
    disabledAt: isDisabled === undefined ? before.disabledAt : disabledAt,
  }
}
