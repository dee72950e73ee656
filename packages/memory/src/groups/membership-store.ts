import type { AccountId, ContactId, MemberQuery, Membership, MembershipStore, PendingQuery } from '@carillon/core'
import { by, downward, firstOf } from '../tables/order.js'
import { contactPart, groupPart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

export class MemoryMembershipStore implements MembershipStore {
  constructor(private readonly tables: Pick<Tables, 'contacts' | 'membershipsByContact' | 'membershipsByGroup'>) {}

  async of(account: AccountId, contacts: readonly ContactId[]) {
    const all = contacts.flatMap((contact) => this.tables.membershipsByContact.of(contactPart({ account, contact })))
    return all
      .filter(({ state }) => state !== 'removed')
      .sort(
        by(
          ({ since }) => since,
          ({ group }) => group,
        ),
      )
  }

  async members(account: AccountId, { group, state, after, limit }: MemberQuery) {
    const joined = this.tables.membershipsByGroup
      .of(groupPart({ account, group }))
      .filter((membership) => membership.state !== 'removed' && (state === null || membership.state === state))
      .filter(({ contact }) => after === null || contact < after)
    return this.withContacts(account, firstOf(joined, downward(by(({ contact }) => contact)), limit))
  }

  async pending(account: AccountId, { after, limit }: PendingQuery) {
    const contacts = this.tables.contacts.of(account)
    const all = contacts.flatMap(({ id }) => this.tables.membershipsByContact.of(contactPart({ account, contact: id })))
    const order = downward<Pick<Membership, 'since' | 'contact' | 'group'>>(
      by(
        ({ since }) => since,
        ({ contact }) => contact,
        ({ group }) => group,
      ),
    )
    const left = all.filter((one) => one.state === 'pending' && (after === null || order(after, one) < 0))
    return this.withContacts(account, firstOf(left, order, limit))
  }

  private withContacts(account: AccountId, shown: readonly Membership[]) {
    const wanted = new Set(shown.map(({ contact }) => contact))
    const contacts = this.tables.contacts.filter(account, ({ id }) => wanted.has(id))
    const byId = new Map(contacts.map((contact) => [contact.id, contact]))
    return shown.map((membership) => {
      const { phone, firstName = null, lastName = null } = byId.get(membership.contact)!
      return { ...membership, phone, firstName, lastName }
    })
  }

  async save(memberships: readonly Membership[]) {
    for (const membership of memberships) {
      this.tables.membershipsByContact.put(membership)
      this.tables.membershipsByGroup.put(membership)
    }
  }
}
