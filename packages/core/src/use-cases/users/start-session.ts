import { sessionExpiry, SESSIONS_MAX, type Session } from '../../model/users/session.js'
import type { User } from '../../model/users/user.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { UserId } from '../../values/ids.js'
import { storableAgent } from '../../values/text/text.js'

/** The browser that signs in. */
export type SigningClient = {
  readonly address: string
  readonly userAgent: string | null
  /** The token of the session that the browser still has; a sign-in ends it. */
  readonly previousToken?: string | null
}

/** A session with its token, which is shown only here. */
export type SignedIn = { readonly token: string; readonly user: User; readonly session: Session }

export type SessionDeps = { readonly clock: Clock; readonly ids: Ids; readonly secrets: Secrets }

export type NewSession = { readonly token: string; readonly session: Session }

/** Create it before the unit of work, so that a second run of the unit finds the session of the first. */
export function newSession({ clock, ids, secrets }: SessionDeps, user: UserId, client: SigningClient): NewSession {
  const now = clock.now()
  const token = secrets.generate()
  const session: Session = {
    id: ids.next('ses'),
    user,
    tokenHash: secrets.hash(token),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: sessionExpiry(now, now),
    address: client.address,
    userAgent: storableAgent(client.userAgent),
  }
  return { token, session }
}

/** Adds the session, and ends the one that the browser had before. */
export async function startSession(
  { sessions }: Pick<Stores, 'sessions'>,
  session: Session,
  previousHash: string | null,
): Promise<void> {
  const previous = previousHash === null ? null : await sessions.findByToken(previousHash)
  if (previous !== null) await sessions.remove(previous.user, previous.id)
  await sessions.add(session)
  await sessions.keepNewest(session.user, SESSIONS_MAX)
}

/** The hash of the token that a browser sent; null if it cannot be a token. */
export function hashOfToken(secrets: Secrets, token: string | null | undefined): string | null {
  return token && token.length <= TOKEN_LENGTH_MAX ? secrets.hash(token) : null
}

/** Longer texts are not hashed. */
const TOKEN_LENGTH_MAX = 100
