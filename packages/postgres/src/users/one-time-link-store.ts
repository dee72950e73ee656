import type { OneTimeLink, OneTimeLinkStore, UserId } from '@carillon/core'
import { rowsOf, run, type Database } from '../sql/sql.js'
import { trimReplicated } from '../sql/trim-replicated.js'

export class PostgresOneTimeLinkStore implements OneTimeLinkStore {
  constructor(private readonly trx: Database) {}

  async put(link: OneTimeLink): Promise<void> {
    await run(this.trx, PUT, { ...link, owner: link.user ?? 'setup' })
  }

  async find(tokenHash: string): Promise<OneTimeLink | null> {
    const [link] = await rowsOf<OneTimeLink>(this.trx, FIND, { tokenHash })
    return link ?? null
  }

  async take(tokenHash: string): Promise<OneTimeLink | null> {
    const [link] = await rowsOf<OneTimeLink>(this.trx, TAKE, { tokenHash })
    return link ?? null
  }

  async end(user: UserId): Promise<void> {
    await run(this.trx, 'delete from one_time_link where owner = :user', { user })
  }

  trim(until: Date, limit: number): Promise<number> {
    return trimReplicated(this.trx, TRIMMED, { until, limit })
  }
}

const PUT = `
  insert into one_time_link (owner, purpose, user_id, token_hash, created_at, expires_at)
  values (:owner, :purpose, :user, :tokenHash, :createdAt, :expiresAt)
      on conflict (owner) do update
     set purpose = excluded.purpose, token_hash = excluded.token_hash, created_at = excluded.created_at,
         expires_at = excluded.expires_at`

const COLUMNS = `
  purpose, user_id as "user", token_hash as "tokenHash", created_at as "createdAt", expires_at as "expiresAt"`

const FIND = `select ${COLUMNS} from one_time_link where token_hash = :tokenHash`

const TAKE = `delete from one_time_link where token_hash = :tokenHash returning ${COLUMNS}`

const TRIMMED = { table: 'one_time_link', key: 'owner', since: 'expires_at' }
