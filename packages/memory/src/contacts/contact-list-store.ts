import type { AccountId, ContactList, ContactListId, ContactListStore, PageRequest, PhoneNumber } from '@carillon/core'
import { NEWEST_FIRST, pageOf } from '../tables/order.js'
import type { Tables } from '../tables/tables.js'

export class MemoryContactListStore implements ContactListStore {
  constructor(private readonly tables: Pick<Tables, 'contactLists' | 'contactListMembers' | 'contacts'>) {}

  async put({ id, account, name, createdAt }: Omit<ContactList, 'size'>) {
    const known = await this.findByName(account, name)
    if (known !== null) return known
    const list = { id, account, name, size: 0, createdAt }
    this.tables.contactLists.put(list)
    return list
  }

  async find(account: AccountId, id: ContactListId) {
    return this.tables.contactLists.get(account, id) ?? null
  }

  async names(account: AccountId, ids: readonly ContactListId[]) {
    const known = ids.flatMap((id) => this.tables.contactLists.get(account, id) ?? [])
    return new Map(known.map(({ id, name }) => [id, name]))
  }

  async findByName(account: AccountId, name: string) {
    return this.tables.contactLists.of(account).find((list) => list.name === name) ?? null
  }

  async list(account: AccountId, page: PageRequest) {
    return pageOf(this.tables.contactLists.of(account).toSorted(NEWEST_FIRST), page)
  }

  async addMembers(account: AccountId, id: ContactListId, phones: readonly PhoneNumber[]) {
    const isKnown = (phone: PhoneNumber) => this.tables.contacts.get(account, phone) !== undefined
    const members = phones.filter(isKnown).map((phone) => ({ account, list: id, phone }))
    const added = members.filter((member) => !this.tables.contactListMembers.has(member))
    for (const member of added) this.tables.contactListMembers.put(member)
    const list = this.tables.contactLists.get(account, id)!
    this.tables.contactLists.put({ ...list, size: list.size + added.length })
    return { added: added.length, unknown: phones.filter((phone) => !isKnown(phone)) }
  }
}
