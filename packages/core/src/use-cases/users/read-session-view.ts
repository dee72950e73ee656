import type { Account } from '../../model/accounts/account.js'
import type { Role } from '../../model/users/role.js'
import type { Session } from '../../model/users/session.js'
import { roleOf, type User } from '../../model/users/user.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'

/** What the dashboard shows about the person who is signed in. */
export type SessionView = {
  readonly user: Pick<User, 'id' | 'name' | 'email' | 'isOwner' | 'timezone'>
  readonly session: Pick<Session, 'id' | 'createdAt' | 'expiresAt'>
  /** The accounts that the user may open, sorted by name. */
  readonly accounts: readonly (Pick<Account, 'id' | 'name' | 'timezone' | 'smartEncoding'> & { readonly role: Role })[]
}

export class ReadSessionView {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ user, session }: { readonly user: User; readonly session: Session }): Promise<SessionView> {
    const accounts = await this.deps.unitOfWork.run((stores) => accountsOf(stores, user))
    return {
      user: { id: user.id, name: user.name, email: user.email, isOwner: user.isOwner, timezone: user.timezone },
      session: { id: session.id, createdAt: session.createdAt, expiresAt: session.expiresAt },
      accounts: accounts.map(({ id, name, timezone, smartEncoding }) => ({
        ...{ id, name, timezone, smartEncoding },
        role: roleOf(user, id)!,
      })),
    }
  }
}

async function accountsOf({ accounts }: Stores, user: User): Promise<readonly Account[]> {
  if (user.isOwner) return accounts.list()
  const found: Account[] = []
  for (const { account: id } of user.roles) {
    const account = await accounts.find(id)
    if (account !== null) found.push(account)
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}
