import type {
  AccountId,
  AddedMembers,
  ContactList,
  ContactListId,
  ContactListStore,
  Page,
  PageRequest,
  PhoneNumber,
} from '@carillon/core'
import { pageOf } from '../sql/page-of.js'
import { rowsOf, type Database } from '../sql/sql.js'

export class PostgresContactListStore implements ContactListStore {
  constructor(private readonly trx: Database) {}

  async put({ id, account, name, createdAt }: Omit<ContactList, 'size'>): Promise<ContactList> {
    const [row] = await rowsOf<ContactListRow>(this.trx, PUT, { account, id, name, createdAt })
    return fromRow(row!)
  }

  async find(account: AccountId, id: ContactListId): Promise<ContactList | null> {
    const [row] = await rowsOf<ContactListRow>(this.trx, FIND, { account, id })
    return row === undefined ? null : fromRow(row)
  }

  async names(account: AccountId, ids: readonly ContactListId[]): Promise<ReadonlyMap<ContactListId, string>> {
    if (ids.length === 0) return new Map()
    const rows = await rowsOf<Pick<ContactListRow, 'id' | 'name'>>(this.trx, NAMES, { account, ids })
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  async findByName(account: AccountId, name: string): Promise<ContactList | null> {
    const [row] = await rowsOf<ContactListRow>(this.trx, FIND_BY_NAME, { account, name })
    return row === undefined ? null : fromRow(row)
  }

  list(account: AccountId, page: PageRequest): Promise<Page<ContactList>> {
    return pageOf(this.trx, { counting: COUNT, listing: LIST, bindings: { account }, fromRow }, page)
  }

  async addMembers(account: AccountId, id: ContactListId, phones: readonly PhoneNumber[]): Promise<AddedMembers> {
    const [row] = await rowsOf<AddedMembers>(this.trx, ADD_MEMBERS, { account, id, phones })
    return row!
  }
}

type ContactListRow = {
  readonly account_id: AccountId
  readonly id: ContactListId
  readonly name: string
  readonly size: number
  readonly created_at: Date
}

/** For an existing list, the update only locks the row, and changes nothing. */
const PUT = `
  insert into contact_list (account_id, id, name, size, created_at)
  values (:account, :id, :name, 0, :createdAt)
      on conflict (account_id, name) do update set name = excluded.name
  returning account_id, id, name, size, created_at`

const LISTS = 'select account_id, id, name, size, created_at from contact_list where account_id = :account'

const FIND = `${LISTS} and id = :id`

const NAMES = 'select id, name from contact_list where account_id = :account and id = any (:ids::text[])'

const FIND_BY_NAME = `${LISTS} and name = :name`

const COUNT = 'select count(*)::integer as count from contact_list where account_id = :account'

const LIST = `${LISTS} order by created_at desc, id desc limit :limit offset :offset`

/** Looks up each number separately, as the contact store does. */
const ADD_MEMBERS = `
  with asked as (
    select given.phone, given.position, held.id
      from (
             select :account::text as account_id, phone, position
               from unnest(:phones::text[]) with ordinality as each (phone, position)
             offset 0
           ) as given
      left join lateral (
        select id
          from contact
         where contact.account_id = :account and contact.account_id = given.account_id
           and contact.phone >= given.phone and contact.phone <= given.phone
         order by contact.phone
         limit 1
      ) as held on true
  ),
  added as (
    insert into contact_list_member (account_id, list_id, contact_id)
    select :account, :id, asked.id from asked where asked.id is not null order by asked.id collate "C"
        on conflict (account_id, list_id, contact_id) do nothing
    returning contact_id
  ),
  counted as (
    update contact_list
       set size = contact_list.size + (select count(*) from added)
     where contact_list.account_id = :account and contact_list.id = :id
  )
  select (select count(*)::integer from added) as added,
         array(select asked.phone from asked where asked.id is null order by asked.position) as unknown`

function fromRow(row: ContactListRow): ContactList {
  return { id: row.id, account: row.account_id, name: row.name, size: row.size, createdAt: row.created_at }
}
