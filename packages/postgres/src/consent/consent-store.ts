import {
  isoOf,
  noConsent,
  refusalOf,
  type AccountId,
  type Consent,
  type ConsentStore,
  type ContactId,
  type HeldRefusal,
  type OptOutsPage,
  type PhoneNumber,
  type ProviderOptOut,
  type Pseudonym,
  type Refusal,
} from '@carillon/core'
import { namingAccount, type OwnAccount } from '../placements/naming-accounts.js'
import { preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { byAccount, countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { consentStateOf } from './consent-row.js'
import { optOutsAfter, providerOptOuts, saveProviderOptOut, withProviderOptOut } from './opt-outs.js'
import { hasSuppressed, suppressed, unsuppress } from './suppressions.js'

export class PostgresConsentStore implements ConsentStore {
  constructor(private readonly trx: Database) {}

  /**
   * Adds a row for each number without one, because only an existing row can be locked. New rows are added before the
   * existing ones are locked: while a caller waits for a row that another caller adds, it has locked no existing row.
   */
  async lock(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<PhoneNumber, Consent>> {
    const consents = phones.map((phone) => noConsent(account, phone))
    const known = await this.addOrLock(account, consents)
    return new Map(consents.map((consent) => [consent.phone, known.get(consent.phone) ?? consent]))
  }

  /** If an erasure deletes consents while this waits, they are added again. */
  async addOrLock(account: AccountId, consents: readonly Consent[]): Promise<ReadonlyMap<PhoneNumber, Consent>> {
    const bindings = { account, ...SAVED.of(consents.map(toRow)) }
    const added = await rowsOf<{ phone: PhoneNumber }>(this.trx, ADD_MISSING, bindings)
    if (added.length === consents.length) return new Map()
    const isAdded = new Set(added.map(({ phone }) => phone))
    const others = consents.filter(({ phone }) => !isAdded.has(phone))
    const rows = await rowsOf<LockedRow>(this.trx, LOCK, { account, phones: others.map(({ phone }) => phone) })
    const unlinked = rows.filter((row) => row.contact_id === null).map(({ phone }) => phone)
    if (unlinked.length > 0) await run(this.trx, LINK, { account, phones: unlinked })
    const known = new Map(rows.map((row) => [row.phone, fromRow(row)]))
    const erased = others.filter(({ phone }) => !known.has(phone))
    return erased.length === 0 ? known : new Map([...known, ...(await this.addOrLock(account, erased))])
  }

  async find(account: AccountId, phone: PhoneNumber): Promise<Consent> {
    const [row] = await rowsOf<ConsentRow>(this.trx, FIND, { account, phone })
    return row === undefined ? noConsent(account, phone) : fromRow(row)
  }

  lockShared(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<number, HeldRefusal>> {
    return this.refusedBy(LOCK_SHARED, { account, phones }, (row) => (row.is_known ? refusalIn(row) : 'unknown'))
  }

  refused(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<number, Refusal>> {
    return this.refusedBy(REFUSED, { account, phones }, refusalIn)
  }

  async save(consents: readonly Consent[]): Promise<void> {
    for (const [account, some] of byAccount(consents)) {
      const rows = SAVED.of(some.map(toRow))
      const changed = await countOf(this.trx, CHANGE, { account, ...rows })
      if (changed < some.length) await run(this.trx, ADD, { account, ...rows })
    }
  }

  saveProviderOptOut(optOut: ProviderOptOut): Promise<void> {
    return saveProviderOptOut(this.trx, optOut)
  }

  providerOptOuts(account: AccountId, phone: PhoneNumber): Promise<readonly ProviderOptOut[]> {
    return providerOptOuts(this.trx, account, phone)
  }

  withProviderOptOut(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlySet<PhoneNumber>> {
    return withProviderOptOut(this.trx, account, phones)
  }

  optOutsAfter(account: AccountId, after: PhoneNumber | null, limit: number): Promise<OptOutsPage> {
    return optOutsAfter(this.trx, account, { after, limit })
  }

  suppressed(account: AccountId, subjects: readonly Pseudonym[]): Promise<ReadonlyMap<Pseudonym, Date>> {
    return suppressed(this.trx, account, subjects)
  }

  hasSuppressed(account: AccountId): Promise<boolean> {
    return hasSuppressed(this.trx, account)
  }

  unsuppress(account: AccountId, subjects: readonly Pseudonym[]): Promise<void> {
    return unsuppress(this.trx, account, subjects)
  }

  private async refusedBy<Reason>(
    statement: string,
    { account, phones }: { readonly account: AccountId; readonly phones: readonly PhoneNumber[] },
    reasonOf: (row: RefusedRow) => Reason,
  ): Promise<ReadonlyMap<number, Reason>> {
    const rows = await preparedRowsOf<RefusedRow>(this.trx, statement, { account, phones: phones.join(',') })
    const byPhone = new Map(rows.map((row) => [row.phone, reasonOf(row)]))
    if (byPhone.size === 0) return new Map()
    return new Map(
      phones.flatMap((phone, position) => (byPhone.has(phone) ? [[position, byPhone.get(phone)!] as const] : [])),
    )
  }
}

type ConsentRow = {
  readonly account_id: AccountId
  readonly phone: PhoneNumber
  readonly active_groups: number
  readonly opted_out_at: Date | null
}

type LockedRow = ConsentRow & { readonly contact_id: ContactId | null }

/** `offset 0` makes Postgres look up each number separately. */
const LOCK = namingAccount(
  (own) => `
  select held.*
    from (
           select :account::text as account_id, phone
             from unnest(:phones::text[]) as given (phone)
            order by phone collate "C"
           offset 0
         ) as asked
   cross join lateral (
     select account_id, phone, active_groups, opted_out_at, contact_id
       from consent
      where ${own('consent')}consent.account_id = asked.account_id and consent.phone = asked.phone
     offset 0
        for update
   ) as held`,
)

type RefusedRow = Pick<ConsentRow, 'phone' | 'active_groups' | 'opted_out_at'> & { readonly is_known: boolean }

function refusalIn({ active_groups: activeGroups, opted_out_at: optedOutAt }: RefusedRow): Refusal {
  return refusalOf({ activeGroups, optedOutAt })!
}

/**
 * The numbers are bound as one text, which is parsed faster than an array. The planner does not see how many there are,
 * so it uses the index, whatever its statistics say and however large the table is. `except` is not a join, so Postgres
 * cannot compare every number with every other number; the `except` is skipped if all numbers are known. Only refused
 * numbers are returned, usually a few out of 50,000.
 */
const refusedAmong = (locking = '') => `
  with given as materialized (select string_to_array(:phones, ',') as phones),
  known as materialized (
    select phone, active_groups, opted_out_at
      from consent
     where account_id = :account and phone = any ((select phones from given)::text[])${locking}
  ),
  unknown as (
    select unnest(phones) collate "C" as phone from given where cardinality(phones) > (select count(*) from known)
    except
    select phone from known
  )
  select phone, active_groups, opted_out_at, true as is_known
    from known
   where active_groups = 0 or opted_out_at is not null
  union all
  select phone, 0, null, false from unknown`

const REFUSED = refusedAmong()
/** Locks in the order of the numbers. */
const LOCK_SHARED = refusedAmong(' order by phone for no key update')

const FIND = `
  select account_id, phone, active_groups, opted_out_at from consent where account_id = :account and phone = :phone`

const SAVED = recordset<ReturnType<typeof toRow>>('saved', {
  phone: 'text',
  account_id: 'text',
  active_groups: 'integer',
  opted_out_at: 'timestamptz',
})

/** The contact of each number, if there is one, is looked up by its key. */
const insert = (own: OwnAccount) => `
  insert into consent (account_id, phone, active_groups, opted_out_at, contact_id, state)
  select :account, saved.phone, saved.active_groups, saved.opted_out_at,
         (
           select id
             from contact
            where ${own('contact')}contact.account_id = saved.account_id and contact.phone = saved.phone
         ),
         ${consentStateOf('saved', '0')}
    from ${SAVED.sql}
   order by saved.phone collate "C"
      on conflict (account_id, phone)`

const ADD_MISSING = namingAccount((own) => `${insert(own)} do nothing returning phone`)

/** Nearly always sufficient: callers have usually locked the numbers first, which adds the rows. */
const CHANGE = `
  update consent
     set active_groups = saved.active_groups, opted_out_at = saved.opted_out_at,
         state = ${consentStateOf('saved', 'consent.pending_groups')}
    from ${SAVED.sql}
   where consent.account_id = :account and consent.phone = saved.phone`

const ADD = namingAccount(
  (own) => `${insert(own)} do update
     set active_groups = excluded.active_groups, opted_out_at = excluded.opted_out_at,
         state = ${consentStateOf('excluded', 'consent.pending_groups')}`,
)

/** Contacts that were added after the consents of their numbers. */
const LINK = namingAccount(
  (own) => `
  with held as materialized (
    select contact.account_id, contact.phone, contact.id
      from (
             select :account::text as account_id, phone from unnest(:phones::text[]) as given (phone) offset 0
           ) as asked
     cross join lateral (
       select account_id, phone, id
         from contact
        where ${own('contact')}contact.account_id = asked.account_id and contact.phone = asked.phone
       offset 0
     ) as contact
  )
  update consent
     set contact_id = held.id
    from held
   where ${own('consent')}consent.account_id = held.account_id and consent.phone = held.phone`,
)

function toRow({ account, phone, activeGroups, optedOutAt }: Consent) {
  return { phone, account_id: account, active_groups: activeGroups, opted_out_at: optedOutAt && isoOf(optedOutAt) }
}

function fromRow(row: ConsentRow): Consent {
  return {
    account: row.account_id,
    phone: row.phone,
    optedOutAt: row.opted_out_at,
    activeGroups: row.active_groups,
  }
}
