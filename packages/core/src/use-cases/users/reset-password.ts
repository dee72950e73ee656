import type { AuditOrigin } from '../../model/users/audit-entry.js'
import { statusOf } from '../../model/users/user.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { InviteDeps, InvitedUser } from './invite-user.js'
import { newLink } from './links.js'
import { newAuditEntry } from './new-audit-entry.js'
import { requireLockedUser, requireUser } from './require-user.js'
import { userView } from './user-view.js'

export type ResetPasswordInput = {
  readonly by: AuditOrigin
  /** The id or the e-mail address. */
  readonly user: string
}

/**
 * Makes a link with which the user chooses a new password, or joins after an invitation that has expired. The password
 * and the sessions stay until the link is used.
 */
export class ResetPassword {
  constructor(private readonly deps: InviteDeps & { readonly unitOfWork: UnitOfWork }) {}

  async execute({ by, user: idOrEmail }: ResetPasswordInput): Promise<InvitedUser> {
    const { id, ...found } = await this.deps.unitOfWork.run((stores) => requireUser(stores, idOrEmail))
    const purpose = statusOf({ id, ...found }) === 'invited' ? 'invite' : 'reset'
    const { link, stored } = newLink(this.deps, { purpose, user: id })
    const entry = newAuditEntry(this.deps, by, { action: 'link.created', subjects: [id], details: { purpose } })
    return this.deps.unitOfWork.run(async (stores) => {
      const { user } = await requireLockedUser(stores, id)
      if (user.disabledAt !== null) throw new DomainError('user-disabled', `The user ${user.email} is disabled`)
      await stores.oneTimeLinks.put(stored)
      await stores.auditLog.add(entry)
      return { user: userView(user), link }
    })
  }
}
