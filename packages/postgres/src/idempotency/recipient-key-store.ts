import { isoOf, type AccountId, type RecipientKeyStore, type RecipientKeys } from '@carillon/core'
import { isUniqueViolation } from '../sql/sql-state.js'
import { countOf, rowsOf, run, type Bindings, type Database } from '../sql/sql.js'
import { trimStatement } from '../sql/trim-statement.js'

type Keys = Omit<RecipientKeys, 'broadcast'>

export class PostgresRecipientKeyStore implements RecipientKeyStore {
  constructor(private readonly trx: Database) {}

  /** Usually no key was used before, and then a single insert is enough. */
  async bind({ now, ...keys }: RecipientKeys & { readonly now: Date }): Promise<ReadonlySet<number>> {
    if (keys.phones.length === 0 || (await this.addAllOrNone(keys))) return new Set()
    const bindings = { ...bindingsOf(keys), broadcast: keys.broadcast, now }
    const bound = await rowsOf(this.trx, binding(now), bindings)
    return bound.length === keys.phones.length ? new Set() : this.positions(OTHERS, bindings)
  }

  async used({ now, ...keys }: Keys & { readonly now: Date }): Promise<ReadonlySet<number>> {
    return this.positions(USED, { ...bindingsOf(keys), now })
  }

  async expire({ at, ...keys }: RecipientKeys & { readonly at: Date }): Promise<void> {
    await run(this.trx, EXPIRE, { ...bindingsOf(keys), broadcast: keys.broadcast, at })
  }

  async free(keys: RecipientKeys): Promise<void> {
    await run(this.trx, FREE, { ...bindingsOf(keys), broadcast: keys.broadcast })
  }

  async trim(account: AccountId, now: Date, limit: number): Promise<number> {
    return countOf(this.trx, TRIM, { account, until: now, limit })
  }

  /**
   * Returns false and adds none if one of the keys exists. This relies on the unique key alone, which takes little more
   * than half as long as `on conflict`, which looks up each row before inserting it.
   */
  private async addAllOrNone(keys: RecipientKeys): Promise<boolean> {
    const { account } = keys
    await run(this.trx, 'savepoint adding_keys', { account })
    try {
      await run(this.trx, ADD, { ...bindingsOf(keys), broadcast: keys.broadcast })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      await run(this.trx, 'rollback to savepoint adding_keys', { account })
      return false
    }
    await run(this.trx, 'release savepoint adding_keys', { account })
    return true
  }

  private async positions(statement: string, bindings: Bindings): Promise<ReadonlySet<number>> {
    const rows = await rowsOf<{ position: string }>(this.trx, statement, bindings)
    return new Set(rows.map(({ position }) => Number(position) - 1))
  }
}

/** Numbers and keys contain no comma, and one text is parsed faster than an array. */
function bindingsOf({ account, phones, keys }: Keys) {
  return { account, phones: phones.join(','), keys: keys.join(',') }
}

/**
 * The planner does not see how many keys there are, so that it looks up each one in the index. Otherwise, for a
 * thousand keys, it would read all keys of the account if it underestimated how many there are, as it does until the
 * table is next analyzed.
 */
const GIVEN = `
  given as materialized (
    select string_to_array(:phones, ',') as phones, string_to_array(:keys, ',') as keys
  )`

const REQUESTED = `
  given cross join lateral
  rows from (unnest(given.phones), unnest(given.keys)) with ordinality as asked (phone, key, position)`

/** Inserts in key order, so that two transactions with common keys cannot deadlock. */
const ADD = `
  with ${GIVEN}
  insert into recipient_key (account_id, phone, key, broadcast_id)
  select :account, asked.phone, asked.key, :broadcast
    from ${REQUESTED}
   order by asked.phone collate "C", asked.key collate "C"`

/**
 * Of an insert of many rows with conflicts, Citus does not count the rows that it has inserted, but it returns them. It
 * takes no bound value in the condition.
 */
const binding = (now: Date) => `${ADD}
      on conflict (account_id, phone, key) do update
     set broadcast_id = excluded.broadcast_id, expires_at = null
   where recipient_key.expires_at <= '${isoOf(now)}'::timestamptz
  returning key`

/** `offset 0` forces an index look-up for each key: the table may be many times larger than the list of keys. */
const STORED = `
  with ${GIVEN}
  select asked.position
    from ${REQUESTED}
   cross join lateral (
     select broadcast_id, expires_at
       from recipient_key
      where recipient_key.account_id = :account
        and recipient_key.phone = asked.phone and recipient_key.key = asked.key
     offset 0
   ) as stored`

const OTHERS = `${STORED} where stored.broadcast_id <> :broadcast`

const USED = `${STORED} where stored.expires_at is null or stored.expires_at > :now`

/** Locks the keys in the order in which binding locks them. */
const LOCKED = `
  with ${GIVEN},
  held as materialized (
    select stored.account_id, stored.phone, stored.key
      from (select asked.phone, asked.key from ${REQUESTED} order by asked.phone collate "C", asked.key collate "C") as sorted
     cross join lateral (
       select account_id, phone, key
         from recipient_key
        where recipient_key.account_id = :account
          and recipient_key.phone = sorted.phone and recipient_key.key = sorted.key
          and recipient_key.broadcast_id = :broadcast
       offset 0
          for update
     ) as stored
  )`

const EXPIRE = `${LOCKED}
  update recipient_key
     set expires_at = :at
    from held
   where recipient_key.account_id = held.account_id and recipient_key.phone = held.phone and recipient_key.key = held.key`

const FREE = `${LOCKED}
  delete from recipient_key
   using held
   where recipient_key.account_id = held.account_id and recipient_key.phone = held.phone and recipient_key.key = held.key`

const TRIM = trimStatement({ table: 'recipient_key', key: ['phone', 'key'], since: 'expires_at' })
