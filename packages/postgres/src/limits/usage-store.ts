import {
  counterKey,
  expiryOf,
  firstReached,
  usesWithin,
  withUse,
  type ReachedLimit,
  type UsageCounter,
  type UsageEntry,
  type UsageOwner,
  type UsageStore,
} from '@carillon/core'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { countOf, type Database } from '../sql/sql.js'
import { trimStatement } from '../sql/trim-statement.js'

export class PostgresUsageStore implements UsageStore {
  constructor(private readonly trx: Database) {}

  async take(account: UsageOwner, counters: readonly UsageCounter[], now: Date): Promise<ReachedLimit | null> {
    const named = new Map(counters.map((counter) => [counterKey(counter), counter]))
    const entries = await this.lock(account, [...named.keys()])
    const reached = firstReached(counters, (key) => entries.get(key) ?? [], now)
    if (reached !== null) return reached
    const rows = [...named].map(([key, { limit }]) => {
      const { withinMs } = limit
      const used = withUse(entries.get(key) ?? [], withinMs, now.getTime())
      return toRow(key, used, withinMs)
    })
    await preparedCountOf(this.trx, SAVE, { account, ...CHANGED.of(rows) })
    return null
  }

  async reached(account: UsageOwner, counters: readonly UsageCounter[], now: Date): Promise<ReachedLimit | null> {
    const entries = await this.read(FIND, account, counters.map(counterKey))
    return firstReached(counters, (key) => entries.get(key) ?? [], now)
  }

  async counts(account: UsageOwner, counters: readonly UsageCounter[], now: Date): Promise<readonly number[]> {
    const entries = await this.read(FIND, account, counters.map(counterKey))
    return counters.map((counter) =>
      usesWithin(entries.get(counterKey(counter)) ?? [], counter.limit.withinMs, now.getTime()),
    )
  }

  async reset(account: UsageOwner, counters: readonly UsageCounter[]): Promise<void> {
    await preparedCountOf(this.trx, RESET, { account, keys: counters.map(counterKey) })
  }

  async trim(account: UsageOwner, until: Date, limit: number): Promise<number> {
    return countOf(this.trx, TRIM, { account, until, limit })
  }

  /** Adds the missing rows first, because only existing rows can be locked. */
  private async lock(account: UsageOwner, keys: readonly string[]): Promise<EntriesByKey> {
    for (;;) {
      const found = await this.read(LOCK, account, keys)
      const missing = keys.filter((key) => !found.has(key))
      if (missing.length === 0) return found
      await preparedCountOf(this.trx, OPEN, { account, keys: missing })
    }
  }

  private async read(statement: string, account: UsageOwner, keys: readonly string[]): Promise<EntriesByKey> {
    const rows = await preparedRowsOf<UsageRow>(this.trx, statement, { account, keys })
    return new Map(rows.map(({ key, entries }) => [key, entries]))
  }
}

type EntriesByKey = ReadonlyMap<string, readonly UsageEntry[]>
type UsageRow = { readonly key: string; readonly entries: readonly UsageEntry[] }

const FIND = `
  select key, entries from usage_counter where account_id = :account and key = any (:keys::text[]) order by key`

/** In the order of the keys, so that two transactions with the same counters cannot deadlock. */
const LOCK = `${FIND} for update`

/** A row without uses can be trimmed at once if its transaction fails to add one. */
const OPEN = `
  insert into usage_counter (account_id, key, entries, expires_at)
  select :account, missing.key, '[]', '-infinity'
    from unnest(:keys::text[]) as missing (key)
   order by missing.key collate "C"
      on conflict (account_id, key) do nothing`

const CHANGED = recordset<ReturnType<typeof toRow>>('changed', {
  key: 'text',
  entries: 'jsonb',
  expires_at: 'timestamptz',
})

const SAVE = `
  update usage_counter
     set entries = changed.entries, expires_at = changed.expires_at
    from ${CHANGED.sql}
   where usage_counter.account_id = :account and usage_counter.key = changed.key`

const RESET = 'delete from usage_counter where account_id = :account and key = any (:keys::text[])'

const TRIM = trimStatement({ table: 'usage_counter', key: ['key'], since: 'expires_at' })

function toRow(key: string, entries: readonly UsageEntry[], withinMs: number) {
  return { key, entries, expires_at: expiryOf(entries, withinMs).toISOString() }
}
