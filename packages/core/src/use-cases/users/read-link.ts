import type { OneTimeLink } from '../../model/users/one-time-link.js'
import type { User } from '../../model/users/user.js'
import type { Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { linkNotFound } from './links.js'
import { hashOfToken } from './start-session.js'

/** What the page of a link shows. The address and the name are null for the setup, which asks for them. */
export type LinkView = Pick<OneTimeLink, 'purpose' | 'expiresAt'> & {
  readonly email: string | null
  readonly name: string | null
}

/** Reads a link without using it. */
export class ReadLink {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; secrets: Secrets }) {}

  execute({ token }: { readonly token: string }): Promise<LinkView> {
    const tokenHash = hashOfToken(this.deps.secrets, token)
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const { link, user } = await requireLink(stores, tokenHash, now)
      const { purpose, expiresAt } = link
      return { purpose, expiresAt, email: user?.email ?? null, name: user?.name ?? null }
    })
  }
}

/** A link that can still be used, and its user, who is null for the setup. */
export async function requireLink(
  { users, oneTimeLinks }: Pick<Stores, 'users' | 'oneTimeLinks'>,
  tokenHash: string | null,
  now: Date,
): Promise<{ readonly link: OneTimeLink; readonly user: User | null }> {
  const link = tokenHash === null ? null : await oneTimeLinks.find(tokenHash)
  if (link === null || link.expiresAt <= now) throw linkNotFound()
  if (link.user === null) {
    if (!(await users.isEmpty())) throw linkNotFound()
    return { link, user: null }
  }
  const user = await users.find(link.user)
  if (user === null || user.disabledAt !== null) throw linkNotFound()
  return { link, user }
}
