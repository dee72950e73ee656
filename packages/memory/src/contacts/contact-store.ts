import {
  factsOf,
  foldCase,
  searchNameOf,
  type AccountId,
  type Contact,
  type ContactFact,
  type ContactId,
  type ContactQuery,
  type ContactStore,
  type ContactTest,
  type ContactsStep,
  type PhoneNumber,
} from '@carillon/core'
import { passing, type TestedTables } from '../filters/tested-contacts.js'
import { by, NEWEST_FIRST, pageOf } from '../tables/order.js'
import { groupPart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

export class MemoryContactStore implements ContactStore {
  constructor(private readonly tables: Pick<Tables, 'contacts' | 'membershipsByGroup'> & TestedTables) {}

  async add(contacts: readonly Contact[]) {
    const taken = new Set<PhoneNumber>()
    for (const contact of contacts) {
      const existing = this.tables.contacts.get(contact.account, contact.phone)
      if (existing === undefined) this.tables.contacts.put(contact)
      else if (existing.id !== contact.id) taken.add(contact.phone)
    }
    return taken
  }

  async find(account: AccountId, phone: PhoneNumber) {
    return this.tables.contacts.get(account, phone) ?? null
  }

  async lock(account: AccountId, phones: readonly PhoneNumber[]) {
    return this.findAll(account, phones)
  }

  async findAll(account: AccountId, phones: readonly PhoneNumber[]) {
    const found = phones.flatMap((phone) => this.tables.contacts.get(account, phone) ?? [])
    return new Map(found.map((contact) => [contact.phone, contact]))
  }

  async facts(account: AccountId, phones: readonly PhoneNumber[], requested: ReadonlySet<ContactFact>) {
    const found = await this.findAll(account, phones)
    return new Map([...found].map(([phone, contact]) => [phone, factsOf(contact, requested)]))
  }

  async save(contacts: readonly Contact[]) {
    for (const contact of contacts) {
      const before = this.tables.contacts.get(contact.account, contact.phone)
      if (before?.id === contact.id) this.tables.contacts.put({ ...contact, createdAt: before.createdAt })
    }
  }

  async list(account: AccountId, query: ContactQuery) {
    const found = this.tables.contacts.of(account).filter(this.filterOf(account, query))
    return pageOf(found.sort(NEWEST_FIRST), query)
  }

  async after(account: AccountId, id: ContactId | null, limit: number) {
    return this.nextOf(this.tables.contacts.of(account), { after: id, limit })
  }

  async passing(account: AccountId, test: ContactTest, step: ContactsStep) {
    return this.nextOf(this.tables.contacts.of(account).filter(passing(this.tables, account, test)), step)
  }

  private nextOf(contacts: readonly Contact[], { after, limit }: ContactsStep) {
    const rest = contacts.filter(({ id }) => after === null || id > after)
    return rest.sort(by((contact) => contact.id)).slice(0, limit)
  }

  private filterOf(account: AccountId, { group, phonePrefix, name, test }: ContactQuery) {
    const isMeant = test == null ? () => true : passing(this.tables, account, test)
    const isMember = (contact: Contact) =>
      group === null ||
      this.tables.membershipsByGroup.get(groupPart({ account, group }), contact.id)?.state === 'active'
    const part = foldCase(name ?? '')
    return (contact: Contact) =>
      isMember(contact) &&
      contact.phone.startsWith(phonePrefix ?? '') &&
      searchNameOf(contact).includes(part) &&
      isMeant(contact)
  }
}
