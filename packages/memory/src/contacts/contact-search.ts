import {
  CONTACT_COUNT_MAX,
  consentStateOf,
  matchesFilter,
  noConsent,
  searchTokensOf,
  type AccountId,
  type Contact,
  type ContactFilter,
  type ContactSearch,
  type ContactStep,
} from '@carillon/core'
import { by, downward } from '../tables/order.js'
import { contactPart, groupPart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

export class MemoryContactSearch implements ContactSearch {
  constructor(
    private readonly tables: Pick<Tables, 'contacts' | 'consents' | 'membershipsByContact' | 'membershipsByGroup'>,
  ) {}

  async step(account: AccountId, filter: ContactFilter, { order, after, limit }: ContactStep) {
    const isLeft = ({ id }: Contact) => after === null || (order === 'newest' ? id < after : id > after)
    const matching = this.matching(account, filter)
    const found = matching.filter(isLeft).sort(order === 'newest' ? downward(BY_ID) : BY_ID)
    const contacts = found.slice(0, limit)
    const next = found.length > limit ? contacts.at(-1)!.id : null
    const { length } = matching
    const total = { count: Math.min(length, CONTACT_COUNT_MAX), isExact: length <= CONTACT_COUNT_MAX }
    return { contacts, next, total: after === null ? total : null }
  }

  async index() {
    return 0
  }

  private matching(account: AccountId, filter: ContactFilter): Contact[] {
    const { group, consent } = filter
    const isMember = ({ id }: Contact) =>
      group === null || this.tables.membershipsByGroup.get(groupPart({ account, group }), id)?.state === 'active'
    return this.tables.contacts.filter(
      account,
      (contact) =>
        isMember(contact) &&
        (consent === null || this.consentOf(contact) === consent) &&
        matchesFilter(searchTokensOf(contact), contact, filter),
    )
  }

  private consentOf({ account, id, phone }: Contact) {
    const isPending = this.tables.membershipsByContact.some(
      contactPart({ account, contact: id }),
      ({ state }) => state === 'pending',
    )
    return consentStateOf(this.tables.consents.get(account, phone) ?? noConsent(account, phone), isPending)
  }
}

const BY_ID = by(({ id }: Contact) => id)
