import type { AccountId, ContactListId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** A saved list of contacts: the audience of a schedule that is no filter. Operators make and extend it by its name. */
export type ContactList = {
  readonly id: ContactListId
  readonly account: AccountId
  /** Unique in the account. */
  readonly name: string
  /** How many contacts are on it, counted by the transactions that add them. */
  readonly size: number
  readonly createdAt: Date
}

export interface ContactListStore {
  /**
   * Adds the list, with nobody on it, unless the account has one of this name; also when two add one name at once.
   * Answers the one that the account has then, and holds it until the unit of work ends, so that those who extend one
   * list follow each other.
   */
  put(list: Omit<ContactList, 'size'>): Promise<ContactList>
  find(account: AccountId, id: ContactListId): Promise<ContactList | null>
  /** What the lists with these ids are called; those that there are not are left out. */
  names(account: AccountId, ids: readonly ContactListId[]): Promise<ReadonlyMap<ContactListId, string>>
  findByName(account: AccountId, name: string): Promise<ContactList | null>
  /** Newest first, then by id downward. */
  list(account: AccountId, page: PageRequest): Promise<Page<ContactList>>
  /**
   * Puts the contacts with these numbers on a list that the unit of work holds, and moves its size. Whoever is on it
   * already stays. Each number stands in `phones` once; those that no contact has are answered in the same order.
   */
  addMembers(account: AccountId, id: ContactListId, phones: readonly PhoneNumber[]): Promise<AddedMembers>
}

export type AddedMembers = {
  /** How many were not on the list before. */
  readonly added: number
  readonly unknown: readonly PhoneNumber[]
}
