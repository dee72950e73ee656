import {
  createCarillon,
  originOfOperator,
  type AccountGrant,
  type AccountRole,
  type Adapters,
  type AuditOrigin,
  type AuditQuery,
  type InviteUserInput,
  type SignedIn,
} from '@carillon/core'
import { accountFixture } from '../fixtures/account-fixture.js'

export const PASSWORD = 'correct horse battery'
export const CLIENT = { address: '192.0.2.1', userAgent: 'Firefox' } as const
export const BY_OPERATOR = originOfOperator(CLIENT.address)

const ALL_ENTRIES: AuditQuery = {
  ...{ account: null, user: null, action: null, from: null, to: null, after: null },
  limit: 100,
}

/** A service with an account, and shortcuts that add users who have joined. */
export async function usersFixture(adapters: Adapters) {
  const fixture = await accountFixture(adapters)
  const carillon = createCarillon({ adapters })
  const { run, account } = fixture
  const accept = (token: string, given: Partial<Parameters<typeof carillon.acceptLink.execute>[0]> = {}) =>
    carillon.acceptLink.execute({ token, password: PASSWORD, ...CLIENT, ...given })
  const invite = (email: string, given: Partial<InviteUserInput> = {}) =>
    carillon.inviteUser.execute({ by: BY_OPERATOR, email, roles: [], ...given })
  const join = async (email: string, given: Partial<InviteUserInput> = {}) => {
    const { link } = await invite(email, given)
    return accept(link.token)
  }
  return {
    ...fixture,
    carillon,
    accept,
    invite,
    join,
    /** The first owner, who is signed in. */
    owner: () => join('owner@example.com', { isOwner: true }),
    /** A user with a role in the account. */
    member: (email: string, role: AccountRole, elsewhere: readonly AccountGrant[] = []) =>
      join(email, { roles: [{ account: account.id, role }, ...elsewhere] }),
    signIn: (email: string, given: Partial<Parameters<typeof carillon.signIn.execute>[0]> = {}) =>
      carillon.signIn.execute({ email, password: PASSWORD, ...CLIENT, ...given }),
    authenticate: ({ token }: Pick<SignedIn, 'token'>) =>
      carillon.authenticateSession.execute({ token, address: CLIENT.address }),
    /** The audit entries, the oldest first. */
    audit: async () => (await run(({ auditLog }) => auditLog.list(ALL_ENTRIES))).toReversed(),
  }
}

export function originOf({ user, session }: Pick<SignedIn, 'user' | 'session'>): AuditOrigin {
  return { actor: { user: user.id }, session: session.id, address: CLIENT.address }
}
