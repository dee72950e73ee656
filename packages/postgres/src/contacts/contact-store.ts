import {
  foldCase,
  type AccountId,
  type Contact,
  type ContactFact,
  type ContactFacts,
  type ContactId,
  type ContactKey,
  type ContactQuery,
  type ContactsStep,
  type ContactStore,
  type ContactTest,
  type Page,
  type PhoneNumber,
} from '@carillon/core'
import { askFiltered, type FilteredContacts } from '../filters/filtered-contacts.js'
import { namingAccount, type OwnAccount } from '../placements/naming-accounts.js'
import { areFew, inBulk } from '../sql/join-strategy.js'
import { linkConsents } from '../consent/consent-row.js'
import { pageOf } from '../sql/page-of.js'
import { recordset } from '../sql/recordset.js'
import { byAccount, rowsOf, run, type Database } from '../sql/sql.js'
import { FACT_COLUMNS, fromFactsRow, fromRow, toRow, type ContactRow, type FactsRow } from './contact-row.js'

export class PostgresContactStore implements ContactStore {
  constructor(private readonly trx: Database) {}

  async add(
    contacts: readonly Contact[],
    { consentsFollow = false }: { readonly consentsFollow?: boolean } = {},
  ): Promise<ReadonlySet<PhoneNumber>> {
    const taken = new Set<PhoneNumber>()
    for (const [account, some] of byAccount(contacts)) {
      const added = await rowsOf<{ id: ContactId }>(this.trx, ADD, { account, ...SAVED.of(some.map(toRow)) })
      if (!consentsFollow) await linkConsents(this.trx, account, added)
      if (added.length === some.length) continue
      const own = new Set(added.map(({ id }) => id))
      const refused = some.filter(({ id }) => !own.has(id))
      const known = await this.known(account, refused)
      for (const { id, phone } of refused) if (!known.has(id)) taken.add(phone)
    }
    return taken
  }

  async find(account: AccountId, phone: PhoneNumber): Promise<Contact | null> {
    const [row] = await rowsOf<ContactRow>(this.trx, FIND, { account, phone })
    return row === undefined ? null : fromRow(row)
  }

  async findAll(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<PhoneNumber, Contact>> {
    const rows = await rowsOf<ContactRow>(this.trx, FIND_ALL, { account, phones })
    return new Map(rows.map((row) => [row.phone, fromRow(row)]))
  }

  async facts(
    account: AccountId,
    phones: readonly PhoneNumber[],
    requested: ReadonlySet<ContactFact>,
  ): Promise<ReadonlyMap<PhoneNumber, ContactFacts>> {
    const rows = await rowsOf<FactsRow>(this.trx, factsStatement(requested), { account, phones: phones.join(',') })
    return new Map(rows.map((row) => [row.phone, fromFactsRow(row)]))
  }

  async lock(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<PhoneNumber, Contact>> {
    const rows = await rowsOf<ContactRow>(this.trx, LOCK, { account, phones })
    return new Map(rows.map((row) => [row.phone, fromRow(row)]))
  }

  async save(contacts: readonly Contact[]): Promise<void> {
    for (const [account, some] of byAccount(contacts)) {
      await run(this.trx, SAVE, { account, ...SAVED.of(some.map(toRow)) })
    }
  }

  async list(account: AccountId, query: ContactQuery): Promise<Page<Contact>> {
    const { group, phonePrefix } = query
    const bindings = { account, group, phonePrefix, name: query.name === null ? null : foldCase(query.name) }
    const listOf = (source: (own: OwnAccount) => string) => {
      const matching = (own: OwnAccount) => source(own) + filtering(query)
      const counting = namingAccount((own) => `select count(*)::integer as count ${matching(own)}`)
      const listing = namingAccount((own) => `select contact.* ${matching(own)} ${NEWEST_FIRST}`)
      return pageOf(this.trx, { counting, listing, bindings, fromRow }, query)
    }
    if (query.test != null) return this.listPassing(account, query, query.test)
    if (group === null) return listOf(() => OF_ACCOUNT)
    if (await areFew(this.trx, MEMBERS, { account, group })) return listOf(lookedUp)
    return inBulk(this.trx, account, () => listOf(() => JOINED))
  }

  async passing(account: AccountId, test: ContactTest, { after, limit }: ContactsStep): Promise<readonly ContactKey[]> {
    return askFiltered(this.trx, { account, test }, (contacts) => {
      const statement = namingAccount((own) => passingAfter(contacts, own))
      return rowsOf<ContactKey>(this.trx, statement, { ...contacts.bindings, after: after ?? '', limit })
    })
  }

  async after(account: AccountId, id: ContactId | null, limit: number): Promise<readonly Contact[]> {
    return (await rowsOf<ContactRow>(this.trx, AFTER, { account, id: id ?? '', limit })).map(fromRow)
  }

  private listPassing(account: AccountId, query: ContactQuery, test: ContactTest): Promise<Page<Contact>> {
    const { group, phonePrefix, name } = query
    const member: ContactTest | null = group === null ? null : { kind: 'member', groups: [group], joined: [] }
    const whole: ContactTest = member === null ? test : { kind: 'all', tests: [member, test] }
    return askFiltered(this.trx, { account, test: whole }, ({ source, condition, bindings: own }) => {
      const matching = (named: OwnAccount) => `from ${source(named)} where ${condition(named)}${filtering(query)}`
      const counting = namingAccount((named) => `select count(*)::integer as count ${matching(named)}`)
      const listing = namingAccount((named) => `select contact.* ${matching(named)} ${NEWEST_FIRST}`)
      const bindings = { ...own, phonePrefix, name: name === null ? null : foldCase(name) }
      return pageOf(this.trx, { counting, listing, bindings, fromRow }, query)
    })
  }

  /** The contacts whose ids already exist, because the reply to the commit of an earlier run was lost. */
  private async known(account: AccountId, contacts: readonly Contact[]): Promise<ReadonlySet<ContactId>> {
    const ids = contacts.map(({ id }) => id)
    const rows = await rowsOf<{ id: ContactId }>(this.trx, KNOWN, { account, ids })
    return new Set(rows.map(({ id }) => id))
  }
}

const SAVED = recordset<ReturnType<typeof toRow>>('saved', {
  id: 'text',
  phone: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  birth_date: 'text',
  gender: 'text',
  street: 'text',
  city: 'text',
  state: 'text',
  postal_code: 'text',
  country: 'text',
  is_favorite: 'boolean',
  custom_values: 'jsonb',
  tz: 'text',
  name_folded: 'text',
  search: 'text',
  folded: 'jsonb',
  created_at: 'timestamptz',
})

const ADD = `
  insert into contact (
    account_id, id, phone, first_name, last_name, email, birth_date, gender,
    street, city, state, postal_code, country, is_favorite, custom_values, tz, name_folded, search, folded,
    created_at
  )
  select :account, saved.id, saved.phone, saved.first_name, saved.last_name, saved.email, saved.birth_date,
         saved.gender, saved.street, saved.city, saved.state, saved.postal_code, saved.country, saved.is_favorite,
         saved.custom_values, saved.tz, saved.name_folded, saved.search, saved.folded, saved.created_at
    from ${SAVED.sql}
   order by saved.phone collate "C"
      on conflict (account_id, phone) do nothing
  returning id`

const KNOWN = 'select id from contact where account_id = :account and id = any (:ids::text[])'

const FIND = 'select * from contact where account_id = :account and phone = :phone'

/**
 * Looks up each number separately, whatever the statistics say about the account: the planner does not see the account,
 * and `order by` with `limit` makes each look-up use the index with this order.
 */
const eachOf = ({ order = '', locking = '' }) => `
  select held.*
    from (select :account::text as account_id, phone from unnest(:phones::text[]) as given (phone) ${order} offset 0) as asked
   cross join lateral (
     select *
       from contact
      where contact.account_id = :account and contact.account_id = asked.account_id
        and contact.phone >= asked.phone and contact.phone <= asked.phone
      order by contact.phone
      limit 1 ${locking}
   ) as held`

const FIND_ALL = eachOf({})

/**
 * A number contains no comma, so all are bound as one text. The planner sees neither the account nor how many numbers
 * there are: otherwise it would assume that a new account in a full table has one contact, and would compare every
 * contact of the account with every number.
 */
const factsStatement = (requested: ReadonlySet<ContactFact>) => `
  with given as materialized (select :account::text as account_id, string_to_array(:phones, ',') as phones)
  select ${['phone', ...[...requested].map((fact) => FACT_COLUMNS[fact])].join(', ')}
    from given
    join contact
      on contact.account_id = :account and contact.account_id = given.account_id and contact.phone = any (given.phones)`

/** Locks in the order of the numbers, as all stores do. */
const LOCK = eachOf({ order: 'order by phone collate "C"', locking: 'for update' })

const SAVE = `
  update contact
     set first_name = saved.first_name, last_name = saved.last_name, email = saved.email,
         birth_date = saved.birth_date, gender = saved.gender,
         street = saved.street, city = saved.city, state = saved.state,
         postal_code = saved.postal_code, country = saved.country,
         is_favorite = saved.is_favorite, custom_values = saved.custom_values, tz = saved.tz,
         name_folded = saved.name_folded, search = saved.search, folded = saved.folded
    from ${SAVED.sql}
   where contact.account_id = :account and contact.id = saved.id`

const passingAfter = ({ source, condition }: FilteredContacts, own: OwnAccount) => `
  select contact.id, contact.phone
    from ${source(own)}
   where contact.id > :after and ${condition(own)}
   order by contact.id
   limit :limit`

const AFTER = 'select * from contact where account_id = :account and id > :id order by id limit :limit'

/** Includes only the filters that were requested, so that each combination gets a suitable plan. */
function filtering({ phonePrefix, name }: ContactQuery): string {
  const byPhone = phonePrefix === null ? '' : ' and starts_with(contact.phone, :phonePrefix)'
  const byName = name === null ? '' : ' and position(:name in contact.name_folded) > 0'
  return byPhone + byName
}

const OF_ACCOUNT = 'from contact where contact.account_id = :account'

const MEMBERS = `
    select account_id, contact_id
      from membership
     where account_id = :account and group_id = :group and state = 'active'`

/**
 * Each member row contains the account: otherwise, Postgres might compare every contact with every member.
 */
const lookedUp = (own: OwnAccount) => `
    from (${MEMBERS} offset 0) as member
    join contact
      on ${own('contact')}contact.account_id = member.account_id and contact.id = member.contact_id
   where true`

const JOINED = `${OF_ACCOUNT} and contact.id in (select contact_id from (${MEMBERS}) as member)`

const NEWEST_FIRST = 'order by contact.created_at desc, contact.id desc limit :limit offset :offset'
