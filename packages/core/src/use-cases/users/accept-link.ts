import type { LinkPurpose } from '../../model/users/one-time-link.js'
import { parsePassword } from '../../model/users/password.js'
import { parseEmail, parseUserName, type Identity, type User } from '../../model/users/user.js'
import type { PasswordHasher } from '../../ports/password-hasher.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import { linkNotFound } from './links.js'
import { newAuditEntry } from './new-audit-entry.js'
import { requireLink } from './read-link.js'
import {
  hashOfToken,
  newSession,
  startSession,
  type SessionDeps,
  type SignedIn,
  type SigningClient,
} from './start-session.js'

export type AcceptLinkInput = SigningClient & {
  readonly token: string
  /** Required for the setup. Otherwise it replaces the name of the user. */
  readonly name?: string | undefined
  /** Required for the setup, and otherwise ignored: the operator has chosen it. */
  readonly email?: string | undefined
  /** Required, unless the person has signed in at an OpenID Connect issuer. */
  readonly password?: string | undefined
  readonly identity?: Identity | undefined
}

type AcceptLinkDeps = SessionDeps & { readonly unitOfWork: UnitOfWork; readonly passwordHasher: PasswordHasher }

/** Uses a link: sets the password or the identity of the user, ends all earlier sessions, and signs in. */
export class AcceptLink {
  constructor(private readonly deps: AcceptLinkDeps) {}

  async execute(input: AcceptLinkInput): Promise<SignedIn> {
    const { ids, clock, secrets, unitOfWork } = this.deps
    const now = clock.now()
    const tokenHash = hashOfToken(secrets, input.token)
    const { link, user: before } = await unitOfWork.run((stores) => requireLink(stores, tokenHash, now))
    const user = await this.changed(before ?? newOwner(input, { id: ids.next('usr'), createdAt: now }), input)
    const { token, session } = newSession(this.deps, user.id, input)
    const entry = newAuditEntry(
      this.deps,
      { actor: { user: user.id }, session: session.id, address: input.address },
      {
        action: ACTIONS[link.purpose],
        subjects: [user.id],
        details: { with: input.identity ? 'identity' : 'password' },
      },
    )
    const previousHash = hashOfToken(secrets, input.previousToken)
    await unitOfWork.run(async (stores) => {
      // An earlier run whose commit was not acknowledged has used the link.
      if ((await stores.sessions.findByToken(session.tokenHash)) !== null) return
      await this.store(stores, { before, user, tokenHash: link.tokenHash })
      await stores.sessions.removeAll(user.id, null)
      await startSession(stores, session, previousHash)
      await stores.auditLog.add(entry)
    })
    return { token, user, session }
  }

  private async changed(user: User, { name, password, identity }: AcceptLinkInput): Promise<User> {
    if (password === undefined && identity === undefined) throw invalidInput('password', 'is required')
    const named = { ...user, name: name === undefined ? user.name : parseUserName(name) }
    if (password === undefined) return { ...named, identity: identity ?? null }
    const passwordHash = await this.deps.passwordHasher.hash(parsePassword(password, named))
    return { ...named, passwordHash, identity: identity ?? user.identity }
  }

  private async store({ users, oneTimeLinks }: Stores, { before, user, tokenHash }: Stored): Promise<void> {
    if (before === null) {
      if ((await oneTimeLinks.take(tokenHash)) === null || !(await users.isEmpty())) throw linkNotFound()
      if (!(await users.add(user))) throw linkNotFound()
      return
    }
    const { user: current } = await users.lock(user.id)
    if (current === null || current.disabledAt !== null) throw linkNotFound()
    if ((await oneTimeLinks.take(tokenHash)) === null) throw linkNotFound()
    const { name, passwordHash, identity } = user
    if (!(await users.save({ ...current, name, passwordHash, identity }))) throw identityTaken()
  }
}

type Stored = { readonly before: User | null; readonly user: User; readonly tokenHash: string }

const ACTIONS: Readonly<Record<LinkPurpose, string>> = {
  setup: 'user.set-up',
  invite: 'user.joined',
  reset: 'user.password-reset',
}

function newOwner({ name, email, identity }: AcceptLinkInput, made: Pick<User, 'id' | 'createdAt'>): User {
  if (identity !== undefined) throw invalidInput('identity', 'cannot set up the service: choose a password')
  if (email === undefined) throw invalidInput('email', 'is required')
  if (name === undefined) throw invalidInput('name', 'is required')
  return {
    ...made,
    email: parseEmail(email),
    name: parseUserName(name),
    isOwner: true,
    roles: [],
    passwordHash: null,
    identity: null,
    timezone: null,
    disabledAt: null,
  }
}

function identityTaken(): DomainError {
  return new DomainError('identity-taken', 'Another user signs in with this identity')
}
