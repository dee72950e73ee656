import { isId, type SessionId, type UserId } from '../../values/ids.js'
import { addMs, DAY_MS, HOUR_MS } from '../../values/time/instant.js'

/** A browser that is signed in. Only a hash of its token is stored. */
export type Session = {
  readonly id: SessionId
  readonly user: UserId
  readonly tokenHash: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  /** The address that it was last used from. */
  readonly address: string | null
  readonly userAgent: string | null
}

const IDLE_MS = 12 * HOUR_MS
const AGE_MAX_MS = 7 * DAY_MS
/** The last use of a session is stored at most this often. */
export const SEEN_EVERY_MS = 60_000
/** The sessions of a user. A sign-in beyond that ends the oldest. */
export const SESSIONS_MAX = 50

/** Sessions expire 12 hours after their last use, and 7 days after the sign-in. */
export function sessionExpiry(createdAt: Date, lastSeenAt: Date): Date {
  return addMs(createdAt, Math.min(AGE_MAX_MS, lastSeenAt.getTime() - createdAt.getTime() + IDLE_MS))
}

export function isSessionId(text: string): text is SessionId {
  return isId('ses', text)
}

export interface SessionStore {
  add(session: Session): Promise<void>
  /** Includes expired sessions that have not been trimmed. */
  findByToken(tokenHash: string): Promise<Session | null>
  /** Saves the last use and the expiry. Ignores a session that has been removed, or that was used later. */
  touch(session: Pick<Session, 'id' | 'lastSeenAt' | 'expiresAt' | 'address'>): Promise<void>
  /** False if the user has no such session. */
  remove(user: UserId, id: SessionId): Promise<boolean>
  /** Returns the ids of the removed sessions. */
  removeAll(user: UserId, except: SessionId | null): Promise<readonly SessionId[]>
  /** The sessions that have not expired, the newest sign-in first, then by descending id. */
  list(user: UserId, now: Date): Promise<readonly Session[]>
  /** Removes all but the newest sessions of the user. */
  keepNewest(user: UserId, count: number): Promise<void>
  /** Deletes at most `limit` sessions that expired until the instant, inclusive, the oldest first. Returns how many. */
  trim(until: Date, limit: number): Promise<number>
}
