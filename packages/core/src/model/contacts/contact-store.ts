import type { AccountId, ContactId, GroupId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { ContactTest } from './contact-test.js'
import type { Contact, ContactFact, ContactFacts } from './contact.js'

export type ContactQuery = PageRequest & {
  /** Limits the result to active members of this group. */
  readonly group: GroupId | null
  /** The start of the number, including `+`. */
  readonly phonePrefix: string | null
  /** Part of the first and last name; ignores case. */
  readonly name: string | null
  /** Limits the result to contacts that pass the test. */
  readonly test?: ContactTest | null
}

/** `after`: the last contact of the previous step; null for the first step. */
export type ContactsStep = { readonly after: ContactId | null; readonly limit: number }

/** What a contact is found by. */
export type ContactKey = Pick<Contact, 'id' | 'phone'>

export interface ContactStore {
  /**
   * Adds the contacts whose number is not in use, and returns the numbers that are in use. This holds even if
   * two requests add the same number at once. A contact that was added before with the same id counts as added.
   * Also adds the consents that are missing, so that a search by consent finds the contacts; with `consentsFollow`, the
   * caller adds them in this unit of work by `addOrLock`, which is faster for many contacts.
   */
  add(contacts: readonly Contact[], options?: { readonly consentsFollow?: boolean }): Promise<ReadonlySet<PhoneNumber>>
  find(account: AccountId, phone: PhoneNumber): Promise<Contact | null>
  /** The current contacts whose numbers are among `phones`. */
  findAll(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<PhoneNumber, Contact>>
  /** Like `findAll`, with only the requested fields: complete contacts take three times as long to read. */
  facts(
    account: AccountId,
    phones: readonly PhoneNumber[],
    requested: ReadonlySet<ContactFact>,
  ): Promise<ReadonlyMap<PhoneNumber, ContactFacts>>
  /** Locks the contacts until the unit of work ends, so that two patches of one contact run one after the other. */
  lock(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<PhoneNumber, Contact>>
  /** Saves everything but id, number and creation time. */
  save(contacts: readonly Contact[]): Promise<void>
  /** Newest first, then by descending id. */
  list(account: AccountId, query: ContactQuery): Promise<Page<Contact>>
  /** The next contacts by id, for reading the whole contact book in steps. */
  after(account: AccountId, id: ContactId | null, limit: number): Promise<readonly Contact[]>
  /** The next contacts by id that pass the test. Each call may evaluate the test for all contacts of the account. */
  passing(account: AccountId, test: ContactTest, step: ContactsStep): Promise<readonly ContactKey[]>
}
