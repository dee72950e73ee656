import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { parseEmail } from '../../model/users/user.js'
import type { AccountId } from '../../values/ids.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'
import { accountUser, type AccountUser } from './account-users.js'
import { requireUser } from './require-user.js'
import { userView, type UserView } from './user-view.js'

/** All users, sorted by e-mail address. */
export class ListUsers {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ cursor, limit }: CursorRequest): Promise<CursorPage<UserView>> {
    const query = { account: null, after: placeOf(cursor), limit: limit + 1 }
    const found = await this.deps.unitOfWork.run(({ users }) => users.list(query))
    const { results, nextCursor } = cursorPage(found, limit, ({ email }) => email)
    return { results: results.map(userView), nextCursor }
  }
}

/** The users with a role in one account, sorted by e-mail address. */
export class ListAccountUsers {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({
    account,
    cursor,
    limit,
  }: CursorRequest & { readonly account: AccountId }): Promise<CursorPage<AccountUser>> {
    const query = { account, after: placeOf(cursor), limit: limit + 1 }
    const found = await this.deps.unitOfWork.run(({ users }) => users.list(query))
    const { results, nextCursor } = cursorPage(found, limit, ({ email }) => email)
    return { results: results.map((user) => accountUser(user, account)), nextCursor }
  }
}

export class ReadUser {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  /** `user`: the id or the e-mail address. */
  async execute({ user }: { readonly user: string }): Promise<UserView> {
    return userView(await this.deps.unitOfWork.run((stores) => requireUser(stores, user)))
  }
}

function placeOf(cursor: string | null): string | null {
  return cursor === null ? null : parseEmail(cursor, 'cursor')
}
