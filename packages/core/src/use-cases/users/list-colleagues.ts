import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId, UserId } from '../../values/ids.js'
import { statusOf } from '../../model/users/user.js'

/** A user as colleagues without the right to manage users see it. */
export type Colleague = { readonly id: UserId; readonly name: string }

const COLLEAGUES_MAX = 200

/** The active users with a role in an account, sorted by e-mail address: the first 200. Owners are not listed. */
export class ListColleagues {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ account }: { readonly account: AccountId }): Promise<readonly Colleague[]> {
    const query = { account, after: null, limit: COLLEAGUES_MAX }
    const found = await this.deps.unitOfWork.run(({ users }) => users.list(query))
    return found.filter((user) => statusOf(user) === 'active').map(({ id, name }) => ({ id, name }))
  }
}
