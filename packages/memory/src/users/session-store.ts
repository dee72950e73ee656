import type { Session, SessionId, SessionStore, UserId } from '@carillon/core'
import { by, NEWEST_FIRST } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemorySessionStore implements SessionStore {
  constructor(private readonly tables: Pick<Tables, 'sessions'>) {}

  async add(session: Session) {
    this.tables.sessions.put(session)
  }

  async findByToken(tokenHash: string) {
    return this.all().find((session) => session.tokenHash === tokenHash) ?? null
  }

  async touch({ id, lastSeenAt, expiresAt, address }: Pick<Session, 'id' | 'lastSeenAt' | 'expiresAt' | 'address'>) {
    const before = this.tables.sessions.get(SERVICE, id)
    if (before === undefined || before.lastSeenAt > lastSeenAt) return
    this.tables.sessions.put({ ...before, lastSeenAt, expiresAt, address })
  }

  async remove(user: UserId, id: SessionId) {
    if (this.tables.sessions.get(SERVICE, id)?.user !== user) return false
    this.tables.sessions.remove(SERVICE, id)
    return true
  }

  async removeAll(user: UserId, except: SessionId | null) {
    return this.removed(this.of(user).filter(({ id }) => id !== except))
  }

  async list(user: UserId, now: Date) {
    return this.of(user).filter(({ expiresAt }) => expiresAt > now)
  }

  async keepNewest(user: UserId, count: number) {
    this.removed(this.of(user).slice(count))
  }

  async trim(until: Date, limit: number) {
    const old = this.all()
      .filter(({ expiresAt }) => expiresAt <= until)
      .toSorted(by(({ expiresAt }) => expiresAt))
    return this.removed(old.slice(0, limit)).length
  }

  private all(): readonly Session[] {
    return this.tables.sessions.of(SERVICE)
  }

  private of(user: UserId): readonly Session[] {
    return this.tables.sessions.filter(SERVICE, (session) => session.user === user).sort(NEWEST_FIRST)
  }

  private removed(sessions: readonly Session[]): readonly SessionId[] {
    for (const { id } of sessions) this.tables.sessions.remove(SERVICE, id)
    return sessions.map(({ id }) => id).sort()
  }
}
