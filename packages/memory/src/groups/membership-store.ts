import type { AccountId, ContactId, Membership, MembershipStore } from '@carillon/core'
import { by } from '../tables/order.js'
import { contactPart, type Tables } from '../tables/tables.js'

export class MemoryMembershipStore implements MembershipStore {
  constructor(private readonly tables: Pick<Tables, 'membershipsByContact' | 'membershipsByGroup'>) {}

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

  async save(memberships: readonly Membership[]) {
    for (const membership of memberships) {
      this.tables.membershipsByContact.put(membership)
      this.tables.membershipsByGroup.put(membership)
    }
  }
}
