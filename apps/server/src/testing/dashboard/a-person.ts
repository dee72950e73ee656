import type { AccountId, AccountRole, Adapters, User } from '@carillon/core'

export type Role = AccountRole | 'owner'

/** Long enough for the service. */
export const PASSWORD = 'correct horse battery staple'

export type PersonOptions = {
  readonly name?: string
  readonly email?: string
  /** The role in each of the accounts. An owner has it in all accounts. */
  readonly role: Role
  readonly accounts: readonly AccountId[]
}

/** A person with a password and a session, without the detour of an invitation. */
export async function aPerson(adapters: Adapters, options: PersonOptions): Promise<{ user: User; token: string }> {
  const { clock, ids, secrets, unitOfWork, passwordHasher } = adapters
  const { role, accounts, name = 'Ann Lee' } = options
  const [now, token, id] = [clock.now(), secrets.generate(), ids.next('usr')]
  const user: User = {
    id,
    name,
    email: options.email ?? `${id}@example.com`,
    isOwner: role === 'owner',
    roles: role === 'owner' ? [] : accounts.map((account) => ({ account, role })),
    passwordHash: await passwordHasher.hash(PASSWORD),
    identity: null,
    timezone: null,
    disabledAt: null,
    createdAt: now,
  }
  const session = {
    id: ids.next('ses'),
    user: id,
    tokenHash: secrets.hash(token),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 12 * 3_600_000),
    address: '127.0.0.1',
    userAgent: null,
  }
  await unitOfWork.run(async ({ users, sessions }) => {
    await users.add(user)
    await sessions.add(session)
  })
  return { user, token }
}
