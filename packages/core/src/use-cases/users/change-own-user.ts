import { isPossiblePassword, normalPassword, parsePassword } from '../../model/users/password.js'
import type { Session } from '../../model/users/session.js'
import { parseUserName, type User } from '../../model/users/user.js'
import type { PasswordHasher } from '../../ports/password-hasher.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import { invalidInput } from '../../values/errors.js'
import { networkOf } from '../../values/text/network.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { LimitedTries } from '../accounts/limited-tries.js'
import { newAuditEntry } from './new-audit-entry.js'
import { requireLockedUser } from './require-user.js'
import { tooManySignIns } from './sign-in.js'
import { newSession, startSession, type NewSession, type SessionDeps } from './start-session.js'
import { userView, type UserView } from './user-view.js'

export type ChangeOwnUserInput = {
  readonly user: User
  /** The session of the caller. */
  readonly session: Session
  readonly address: string
  readonly patch: {
    readonly name?: string | undefined
    readonly timezone?: TimeZone | null | undefined
    readonly password?: { readonly current: string; readonly new: string } | undefined
  }
}

export type ChangedOwnUser = {
  readonly user: UserView
  /** A new session in place of the caller's, if the password was changed: a change ends all sessions. */
  readonly renewed: NewSession | null
}

type ChangeOwnUserDeps = SessionDeps & { readonly unitOfWork: UnitOfWork; readonly passwordHasher: PasswordHasher }

/** What users change themselves. Knows the wrong passwords of this process: use one instance for all requests. */
export class ChangeOwnUser {
  private readonly tries: LimitedTries

  constructor(private readonly deps: ChangeOwnUserDeps) {
    this.tries = new LimitedTries({ clock: deps.clock, refusal: tooManySignIns })
  }

  async execute(input: ChangeOwnUserInput): Promise<ChangedOwnUser> {
    const { user, session, address, patch } = input
    const name = patch.name === undefined ? user.name : parseUserName(patch.name)
    const passwordHash = patch.password === undefined ? undefined : await this.newHash(input, name)
    const { userAgent } = session
    const renewed = passwordHash === undefined ? null : newSession(this.deps, user.id, { address, userAgent })
    const entry = newAuditEntry(
      this.deps,
      { actor: { user: user.id }, session: session.id, address },
      { action: renewed === null ? 'user.changed' : 'user.password-changed', subjects: [user.id] },
    )
    return this.deps.unitOfWork.run(async (stores) => {
      const { user: before } = await requireLockedUser(stores, user.id)
      const timezone = patch.timezone === undefined ? before.timezone : patch.timezone
      const after = { ...before, name: patch.name === undefined ? before.name : name, timezone }
      const changed = passwordHash === undefined ? after : { ...after, passwordHash }
      if (isEqual(before, changed)) return { user: userView(changed), renewed }
      await stores.users.save(changed)
      if (renewed !== null) {
        await stores.sessions.removeAll(user.id, null)
        await stores.oneTimeLinks.end(user.id)
        await startSession(stores, renewed.session, null)
      }
      await stores.auditLog.add(entry)
      return { user: userView(changed), renewed }
    })
  }

  private async newHash({ user, address, patch }: ChangeOwnUserInput, name: string): Promise<string> {
    const { current, new: chosen } = patch.password!
    const password = parsePassword(chosen, { email: user.email, name, field: 'password.new' })
    const { passwordHash } = user
    if (passwordHash === null)
      throw invalidInput('password', 'cannot be changed: there is none, only a sign-in elsewhere')
    const client = { network: networkOf(address), name: user.id }
    const isRight = await this.tries.run(client, async () => {
      if (!isPossiblePassword(current)) return null
      return (await this.deps.passwordHasher.matches(normalPassword(current), passwordHash)) || null
    })
    if (isRight === null) throw invalidInput('password.current', 'is wrong')
    return this.deps.passwordHasher.hash(password)
  }
}
