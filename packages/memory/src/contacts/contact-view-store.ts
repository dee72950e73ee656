import type { AccountId, ContactViewStore, PhoneNumber, Stores } from '@carillon/core'

export class MemoryContactViewStore implements ContactViewStore {
  constructor(private readonly stores: Pick<Stores, 'contacts' | 'memberships' | 'groups' | 'customFields'>) {}

  async find(account: AccountId, phone: PhoneNumber) {
    const { contacts, memberships, groups, customFields } = this.stores
    const contact = await contacts.find(account, phone)
    if (contact === null) return null
    const joined = await memberships.of(account, [contact.id])
    const ids = joined.map(({ group }) => group)
    const context = {
      memberships: joined,
      groups: await groups.find(account, ids),
      fields: await customFields.of(account),
    }
    return { contact, context }
  }
}
