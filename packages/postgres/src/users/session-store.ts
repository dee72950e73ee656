import type { Session, SessionId, SessionStore, UserId } from '@carillon/core'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { trimReplicated } from '../sql/trim-replicated.js'

export class PostgresSessionStore implements SessionStore {
  constructor(private readonly trx: Database) {}

  async add(session: Session): Promise<void> {
    await run(this.trx, ADD, session)
  }

  async findByToken(tokenHash: string): Promise<Session | null> {
    const [session] = await rowsOf<Session>(this.trx, `${SELECT} where token_hash = :tokenHash`, { tokenHash })
    return session ?? null
  }

  async touch({
    id,
    lastSeenAt,
    expiresAt,
    address,
  }: Pick<Session, 'id' | 'lastSeenAt' | 'expiresAt' | 'address'>): Promise<void> {
    await run(this.trx, TOUCH, { id, lastSeenAt, expiresAt, address })
  }

  async remove(user: UserId, id: SessionId): Promise<boolean> {
    return (await countOf(this.trx, 'delete from user_session where user_id = :user and id = :id', { user, id })) > 0
  }

  async removeAll(user: UserId, except: SessionId | null): Promise<readonly SessionId[]> {
    const removed = await rowsOf<{ id: SessionId }>(this.trx, REMOVE_ALL, { user, except })
    return removed.map(({ id }) => id).sort()
  }

  list(user: UserId, now: Date): Promise<readonly Session[]> {
    return rowsOf<Session>(this.trx, LIST, { user, now })
  }

  async keepNewest(user: UserId, count: number): Promise<void> {
    await run(this.trx, KEEP_NEWEST, { user, count })
  }

  trim(until: Date, limit: number): Promise<number> {
    return trimReplicated(this.trx, TRIMMED, { until, limit })
  }
}

const ADD = `
  insert into user_session (id, user_id, token_hash, created_at, last_seen_at, expires_at, address, user_agent)
  values (:id, :user, :tokenHash, :createdAt, :lastSeenAt, :expiresAt, :address, :userAgent)`

const SELECT = `
  select id, user_id as "user", token_hash as "tokenHash", created_at as "createdAt", last_seen_at as "lastSeenAt",
         expires_at as "expiresAt", address, user_agent as "userAgent"
    from user_session`

const TOUCH = `
  update user_session
     set last_seen_at = :lastSeenAt, expires_at = :expiresAt, address = :address
   where id = :id and last_seen_at <= :lastSeenAt`

const REMOVE_ALL = `
  delete from user_session
   where user_id = :user and id is distinct from :except::text
  returning id`

const LIST = `${SELECT} where user_id = :user and expires_at > :now order by created_at desc, id desc`

const KEEP_NEWEST = `
  delete from user_session
   where id in (
           select id from user_session where user_id = :user order by created_at desc, id desc offset :count
         )`

const TRIMMED = { table: 'user_session', key: 'id', since: 'expires_at' }
