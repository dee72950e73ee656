import type { AccountId, ContactId, GroupId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { Contact, ContactFact, ContactFacts } from './contact.js'

export type ContactQuery = PageRequest & {
  /** Its active members. */
  readonly group: GroupId | null
  /** What the number begins with, `+` included. */
  readonly phonePrefix: string | null
  /** Part of first and last name, in any case. */
  readonly name: string | null
}

export interface ContactStore {
  /**
   * Adds those whose number is free, and answers the numbers that another contact has; also when two add one number
   * at once. A contact that was added before under the same id counts as added.
   */
  add(contacts: readonly Contact[]): Promise<ReadonlySet<PhoneNumber>>
  find(account: AccountId, phone: PhoneNumber): Promise<Contact | null>
  /** Those whose numbers are among `phones`, as they are at the moment. */
  findAll(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<PhoneNumber, Contact>>
  /** The same, but of each only what is asked for: to read all of thousands takes three times as long. */
  facts(
    account: AccountId,
    phones: readonly PhoneNumber[],
    asked: ReadonlySet<ContactFact>,
  ): Promise<ReadonlyMap<PhoneNumber, ContactFacts>>
  /** Holds the contacts until the unit of work ends, so that two patches of one contact follow each other. */
  lock(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<PhoneNumber, Contact>>
  /** Changes everything but id, number and creation. */
  save(contacts: readonly Contact[]): Promise<void>
  /** Newest first, then by id downward. */
  list(account: AccountId, query: ContactQuery): Promise<Page<Contact>>
  /** The next ones by id, for reading a whole book in steps. */
  after(account: AccountId, id: ContactId | null, limit: number): Promise<readonly Contact[]>
}
