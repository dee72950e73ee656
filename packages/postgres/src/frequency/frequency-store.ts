import {
  HOLD_HOURS_MAX,
  NEVER_TAKEN_FAILURES,
  usesExpireAt,
  withoutMessage,
  type AccountId,
  type FrequencyStore,
  type FrequencyUse,
  type MessageId,
  type PhoneNumber,
  type SingleSent,
  type UnusedMessage,
  type UsesByPhone,
} from '@carillon/core'
import { namingAccount } from '../placements/naming-accounts.js'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { countOf, type Database } from '../sql/sql.js'
import { trimStatement } from '../sql/trim-statement.js'

export class PostgresFrequencyStore implements FrequencyStore {
  constructor(private readonly trx: Database) {}

  /** Adds the missing rows first, because only existing rows can be locked. A row may be trimmed or erased meanwhile. */
  async lock(account: AccountId, phones: readonly PhoneNumber[]): Promise<UsesByPhone> {
    if (phones.length === 0) return new Map()
    for (;;) {
      const found = await this.read(LOCK, account, phones)
      const missing = [...new Set(phones)].filter((phone) => !found.has(phone))
      if (missing.length === 0) return withUses(found)
      await preparedCountOf(this.trx, OPEN, { account, phones: missing.join(',') })
    }
  }

  async find(account: AccountId, phones: readonly PhoneNumber[]): Promise<UsesByPhone> {
    return phones.length === 0 ? new Map() : withUses(await this.read(FIND, account, phones))
  }

  async save(account: AccountId, uses: UsesByPhone): Promise<void> {
    if (uses.size === 0) return
    await preparedCountOf(this.trx, SAVE, { account, ...SAVED.of([...uses].map(toRow)) })
  }

  async giveBack(account: AccountId, unused: readonly UnusedMessage[]): Promise<void> {
    if (unused.length === 0) return
    const phones = unused.map(({ phone }) => phone)
    const uses = new Map(await this.read(LOCK, account, phones))
    for (const { phone, message } of unused) {
      const before = uses.get(phone)
      if (before !== undefined) uses.set(phone, withoutMessage(before, message))
    }
    await this.save(account, uses)
  }

  async singles(
    account: AccountId,
    phones: readonly PhoneNumber[],
    { since, limit }: { readonly since: Date; readonly limit: number },
  ): Promise<ReadonlyMap<PhoneNumber, readonly SingleSent[]>> {
    if (phones.length === 0) return new Map()
    const bindings = { account, phones: phones.join(','), since, limit, neverTaken: NEVER_TAKEN_FAILURES }
    const rows = await preparedRowsOf<SingleRow>(this.trx, SINGLES, bindings)
    const singles = new Map<PhoneNumber, SingleSent[]>()
    for (const { phone, id: message, at } of rows) {
      singles.set(phone, [...(singles.get(phone) ?? []), { message, atMs: at.getTime() }])
    }
    return singles
  }

  async trim(account: AccountId, until: Date, limit: number): Promise<number> {
    return countOf(this.trx, TRIM, { account, until, limit })
  }

  private async read(statement: string, account: AccountId, phones: readonly PhoneNumber[]): Promise<UsesByPhone> {
    const rows = await preparedRowsOf<UseRow>(this.trx, statement, { account, phones: phones.join(',') })
    return new Map(rows.map(({ phone, uses }) => [phone, uses]))
  }
}

type UseRow = { readonly phone: PhoneNumber; readonly uses: readonly FrequencyUse[] }
type SingleRow = { readonly phone: PhoneNumber; readonly id: MessageId; readonly at: Date }

function withUses(found: UsesByPhone): UsesByPhone {
  return new Map([...found].filter(([, uses]) => uses.length > 0))
}

/** As in the consent store: the planner does not see how many numbers there are, so it always uses the index. */
const FIND = `
  with given as materialized (select string_to_array(:phones, ',') as phones)
  select phone, uses
    from frequency_use
   where frequency_use.account_id = :account and phone = any ((select phones from given)::text[])
   order by phone`

/** In the order of the numbers, so that two transactions with the same numbers cannot deadlock. */
const LOCK = `${FIND} for update`

/** A row without uses can be trimmed at once if its transaction adds none. */
const OPEN = `
  insert into frequency_use (account_id, phone, uses, expires_at)
  select :account, missing.phone, '[]', '-infinity'
    from unnest(string_to_array(:phones, ',')) as missing (phone)
   order by missing.phone collate "C"
      on conflict (account_id, phone) do nothing`

const SAVED = recordset<ReturnType<typeof toRow>>('saved', { phone: 'text', uses: 'json', expires_at: 'timestamptz' })

const SAVE = `
  update frequency_use
     set uses = saved.uses, expires_at = saved.expires_at
    from ${SAVED.sql}
   where frequency_use.account_id = :account and frequency_use.phone = saved.phone`

/**
 * Each number is looked up by the index on the recipient. The planner does not see the account. A message that waits for its
 * sending window counts when the window opens.
 */
const SINGLES = namingAccount(
  (own) => `
  with given as materialized (select :account::text as account_id, string_to_array(:phones, ',') as phones)
  select asked.phone, sent.id, sent.at
    from given
   cross join lateral unnest(given.phones) as asked (phone)
   cross join lateral (
     select id, greatest(created_at, held_until) as at
       from message
      where ${own('message')}message.account_id = given.account_id
        and to_number = asked.phone
        and created_at > :since::timestamptz - interval '${HOLD_HOURS_MAX} hours'
        and greatest(created_at, held_until) > :since
        and broadcast_id is null
        and direction = 'outbound'
        and purpose = 'message'
        and (status <> 'failed' or failure_type <> all (:neverTaken::text[]))
      order by created_at desc, id desc
      limit :limit
   ) as sent`,
)

const TRIM = trimStatement({ table: 'frequency_use', key: ['phone'], since: 'expires_at' })

function toRow([phone, uses]: readonly [PhoneNumber, readonly FrequencyUse[]]) {
  return { phone, uses: JSON.stringify(uses), expires_at: usesExpireAt(uses).toISOString() }
}
