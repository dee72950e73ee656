import type { AccountId, ContactListId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** A saved list of contacts, which a schedule can use as its audience. Operators create and extend it by name. */
export type ContactList = {
  readonly id: ContactListId
  readonly account: AccountId
  /** Unique in the account. */
  readonly name: string
  /** The number of contacts on the list, updated by the transactions that add contacts. */
  readonly size: number
  readonly createdAt: Date
}

export interface ContactListStore {
  /**
   * Adds the list without members, unless the account already has a list with this name. This holds even if two
   * requests add the same name at once. Returns the account's list with this name, and locks it until the unit of work
   * ends, so that requests that extend the same list run one after the other.
   */
  put(list: Omit<ContactList, 'size'>): Promise<ContactList>
  find(account: AccountId, id: ContactListId): Promise<ContactList | null>
  /** The names of the lists with these ids. Ids without a list are omitted. */
  names(account: AccountId, ids: readonly ContactListId[]): Promise<ReadonlyMap<ContactListId, string>>
  findByName(account: AccountId, name: string): Promise<ContactList | null>
  /** Newest first, then by descending id. */
  list(account: AccountId, page: PageRequest): Promise<Page<ContactList>>
  /**
   * Adds the contacts with these numbers to a list that the unit of work has locked, and updates its size. Existing
   * members stay. `phones` must not repeat a number. `unknown`: the numbers that have no contact, in the same order.
   */
  addMembers(account: AccountId, id: ContactListId, phones: readonly PhoneNumber[]): Promise<AddedMembers>
}

export type AddedMembers = {
  /** The number of contacts that were not on the list before. */
  readonly added: number
  readonly unknown: readonly PhoneNumber[]
}
