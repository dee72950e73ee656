import {
  isInUse,
  type AccountId,
  type StoredResponse,
  type IdempotencyKeyName,
  type IdempotencyKeyRecord,
  type IdempotencyKeyScope,
  type IdempotencyKeyStore,
} from '@carillon/core'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { trimStatement } from '../sql/trim-statement.js'

export class PostgresIdempotencyKeyStore implements IdempotencyKeyStore {
  constructor(private readonly trx: Database) {}

  async find({ account, scope, key }: IdempotencyKeyName): Promise<IdempotencyKeyRecord | null> {
    const [row] = await rowsOf<KeyRow>(this.trx, FIND, { account, scope, key })
    return row === undefined ? null : fromRow(row)
  }

  /** Waits only if another transaction is binding the same key. Takes no lock to read a key that is already bound. */
  async bind(record: IdempotencyKeyRecord, now: Date): Promise<IdempotencyKeyRecord | null> {
    const row = { ...toRow(record), now }
    if ((await countOf(this.trx, BIND, row)) === 1) return null
    const existing = await this.find(record)
    if (existing === null) return this.bind(record, now)
    if (existing.target === record.target) return null
    if (isInUse(existing, now)) return existing
    return (await countOf(this.trx, BIND_ANEW, row)) === 1 ? null : this.bind(record, now)
  }

  async save(record: IdempotencyKeyRecord): Promise<void> {
    await run(this.trx, SAVE, toRow(record))
  }

  async free({ account, scope, key, target }: IdempotencyKeyName & { readonly target: string }): Promise<void> {
    await run(this.trx, FREE, { account, scope, key, target })
  }

  async trim(account: AccountId, now: Date, limit: number): Promise<number> {
    return countOf(this.trx, TRIM, { account, until: now, limit })
  }
}

type KeyRow = {
  readonly account_id: AccountId
  readonly scope: IdempotencyKeyScope
  readonly key: string
  readonly target: string
  readonly answer: StoredResponse | null
  readonly expires_at: Date | null
}

const FIND = `
  select account_id, scope, key, target, answer, expires_at
    from idempotency_key
   where account_id = :account and scope = :scope and key = :key`

const BIND = `
  insert into idempotency_key (account_id, scope, key, target, answer, expires_at)
  values (:account, :scope, :key, :target, :answer, :expiresAt)
  on conflict (account_id, scope, key) do nothing`

const BIND_ANEW = `
  update idempotency_key
     set target = :target, answer = :answer, expires_at = :expiresAt
   where account_id = :account and scope = :scope and key = :key and expires_at <= :now`

const SAVE = `
  update idempotency_key
     set answer = coalesce(answer, :answer), expires_at = :expiresAt
   where account_id = :account and scope = :scope and key = :key and target = :target`

const FREE = `
  delete from idempotency_key where account_id = :account and scope = :scope and key = :key and target = :target`

const TRIM = trimStatement({ table: 'idempotency_key', key: ['scope', 'key'], since: 'expires_at' })

function toRow({ account, scope, key, target, answer, expiresAt }: IdempotencyKeyRecord) {
  return { account, scope, key, target, answer: answer && JSON.stringify(answer), expiresAt }
}

function fromRow({ account_id: account, expires_at: expiresAt, ...same }: KeyRow): IdempotencyKeyRecord {
  return { account, expiresAt, ...same }
}
