import { roleOf } from '../../model/users/user.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'

/** Whether a session that has opened an account may still see it. Unlike a request, the question is no use of it. */
export class MayStillWatch {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ tokenHash, account }: { readonly tokenHash: string; readonly account: AccountId }): Promise<boolean> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async ({ sessions, users }) => {
      const session = await sessions.findByToken(tokenHash)
      if (session === null || session.expiresAt <= now) return false
      const user = await users.find(session.user)
      return user !== null && user.disabledAt === null && roleOf(user, account) !== null
    })
  }
}
